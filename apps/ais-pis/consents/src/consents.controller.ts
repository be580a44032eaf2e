import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '@open-banking/access';
import { CurrentRequest, Serves, type Answer, type RequestContext } from '@open-banking/http';
import { aisPis, type ParamsOf } from '@open-banking/spec';
import { consentFaults } from './consent-request.js';
import { Consent, ConsentCreated, ConsentRequest, ConsentStatusAnswer } from './consents.messages.js';
import { ConsentsService } from './consents.service.js';

type OneConsent = ParamsOf<typeof aisPis.readConsent.path>;

@Controller()
export class ConsentsController {
  constructor(private readonly consents: ConsentsService) {}

  @Serves(aisPis.createConsent, {
    description:
      'Creates a consent. It is valid once the customer has approved it at the consents issuer, with the scope `AIS:<consentId>`.',
    body: ConsentRequest,
    consistency: consentFaults,
    answers: ConsentCreated,
    refuses: ['SESSIONS_NOT_SUPPORTED', 'PERIOD_INVALID', 'PARAMETER_NOT_CONSISTENT', 'PARAMETER_NOT_SUPPORTED'],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @CurrentRequest() context: RequestContext,
    @Body() request: ConsentRequest,
  ): Promise<Answer<ConsentCreated>> {
    return this.consents.create(principal, context, request);
  }

  @Serves(aisPis.deleteConsent, {
    description:
      'Ends a consent before its last day (`terminatedByTpp`). Repeating the request succeeds; for a consent that ended otherwise the response is 409.',
    answers: { 204: null },
    refuses: ['CONSENT_UNKNOWN', 'STATUS_INVALID'],
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @CurrentRequest() context: RequestContext,
    @Param() { consentId }: OneConsent,
  ): Promise<Answer<undefined>> {
    return this.consents.delete(principal, context, consentId);
  }

  @Serves(aisPis.readConsent, {
    description: 'Reads a consent: before the approval what was requested, after it what the customer granted.',
    answers: Consent,
    refuses: ['CONSENT_UNKNOWN'],
  })
  one(@CurrentPrincipal() principal: Principal, @Param() { consentId }: OneConsent): Promise<Consent> {
    return this.consents.one(principal, consentId);
  }

  @Serves(aisPis.readConsentStatus, {
    description: 'Reads the status of a consent.',
    answers: ConsentStatusAnswer,
    refuses: ['CONSENT_UNKNOWN'],
  })
  status(@CurrentPrincipal() principal: Principal, @Param() { consentId }: OneConsent): Promise<ConsentStatusAnswer> {
    return this.consents.status(principal, consentId);
  }
}
