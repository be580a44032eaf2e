import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '@open-banking/access';
import { CurrentRequest, Serves, type Answer, type RequestContext } from '@open-banking/http';
import { mandates, type ParamsOf } from '@open-banking/spec';
import { mandateFaults } from './mandate-request.js';
import { Mandate, MandateCancellation, MandateCreated, MandateRequest, MandateState } from './mandates.messages.js';
import { MandatesService } from './mandates.service.js';

type MandateParams = ParamsOf<typeof mandates.readMandate.path>;

@Controller()
export class MandatesController {
  constructor(private readonly mandates: MandatesService) {}

  @Serves(mandates.createMandate, {
    description:
      'Creates a direct-debit mandate. It is active once the customer has approved it at the mandates issuer, with the scope `MANDATE:<resourceId>`.',
    body: MandateRequest,
    consistency: mandateFaults,
    answers: MandateCreated,
    refuses: ['PARAMETER_NOT_CONSISTENT', 'PARAMETER_NOT_SUPPORTED'],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @CurrentRequest() asked: RequestContext,
    @Body() request: MandateRequest,
  ): Promise<Answer<MandateCreated>> {
    return this.mandates.create(principal, asked, request);
  }

  @Serves(mandates.readMandate, { description: 'Reads a mandate as it was accepted, with its current status.', answers: Mandate })
  one(@CurrentPrincipal() principal: Principal, @Param() { resourceId }: MandateParams): Promise<Mandate> {
    return this.mandates.one(principal, resourceId);
  }

  @Serves(mandates.deleteMandate, {
    description:
      'Ends a mandate. One that is not active yet ends at once (204); an active or suspended one ends when the customer approves the cancellation (202).',
    answers: { 202: MandateCancellation, 204: null },
  })
  remove(
    @CurrentPrincipal() principal: Principal,
    @CurrentRequest() asked: RequestContext,
    @Param() { resourceId }: MandateParams,
  ): Promise<Answer<MandateCancellation | undefined>> {
    return this.mandates.remove(principal, asked, resourceId);
  }

  @Serves(mandates.readMandateStatus, {
    description: 'Reads the status of a mandate and the reason for it, without personal data.',
    answers: MandateState,
  })
  status(@CurrentPrincipal() principal: Principal, @Param() { resourceId }: MandateParams): Promise<MandateState> {
    return this.mandates.status(principal, resourceId);
  }
}
