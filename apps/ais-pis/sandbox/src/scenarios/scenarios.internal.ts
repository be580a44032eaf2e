import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { scenariosInternal } from '@open-banking/spec';
import { CustomerEnds, Outage, OwnerAnswer } from './scenarios.messages.js';
import { ScenariosService } from './scenarios.service.js';

/** What the portal asks for a developer's scenarios. */
@Injectable()
export class ScenariosInternal {
  constructor(private readonly scenarios: ScenariosService) {}

  @ServesInternal(scenariosInternal.endCustomersAffairs, { body: CustomerEnds })
  async end({ params, body }: InternalRequest<CustomerEnds>): Promise<object> {
    await this.scenarios.endAffairs(params['developerId']!, body.psuIds, body.removed);
    return {};
  }

  @ServesInternal(scenariosInternal.revokeAsCustomer)
  async revoke({ params }: InternalRequest): Promise<object> {
    await this.scenarios.revoke(params['developerId']!, params['consentId']!);
    return {};
  }

  @ServesInternal(scenariosInternal.useUpReads)
  async useUpReads({ params }: InternalRequest): Promise<object> {
    await this.scenarios.useUpReads(params['developerId']!, params['consentId']!);
    return {};
  }

  @ServesInternal(scenariosInternal.makeUnavailable, { body: Outage })
  async makeUnavailable({ params, body }: InternalRequest<Outage>): Promise<object> {
    await this.scenarios.makeUnavailable(params['developerId']!, params['clientId']!, body);
    return {};
  }

  @ServesInternal(scenariosInternal.answerConsentAsOwner, { body: OwnerAnswer })
  async answerConsent({ params, body }: InternalRequest<OwnerAnswer>): Promise<object> {
    await this.scenarios.answerConsent(params['developerId']!, params['consentId']!, body.answer);
    return {};
  }

  @ServesInternal(scenariosInternal.answerPaymentAsOwner, { body: OwnerAnswer })
  async answerPayment({ params, body }: InternalRequest<OwnerAnswer>): Promise<object> {
    await this.scenarios.answerPayment(params['developerId']!, params['paymentId']!, body.answer);
    return {};
  }
}
