import { Injectable } from '@nestjs/common';
import { CustomerEnds, type InternalRequest, Outage, OwnerAnswer, scenariosContracts, ServesInternal } from '@open-banking/contracts';
import { ScenariosService } from './scenarios.service.js';

/** What the portal asks for a developer's scenarios. */
@Injectable()
export class ScenariosInternal {
  constructor(private readonly scenarios: ScenariosService) {}

  @ServesInternal(scenariosContracts.endCustomersAffairs)
  async end({ params, body }: InternalRequest<CustomerEnds>): Promise<object> {
    await this.scenarios.endAffairs(params['developerId']!, body.psuIds, body.removed);
    return {};
  }

  @ServesInternal(scenariosContracts.revokeAsCustomer)
  async revoke({ params }: InternalRequest): Promise<object> {
    await this.scenarios.revoke(params['developerId']!, params['consentId']!);
    return {};
  }

  @ServesInternal(scenariosContracts.useUpReads)
  async useUpReads({ params }: InternalRequest): Promise<object> {
    await this.scenarios.useUpReads(params['developerId']!, params['consentId']!);
    return {};
  }

  @ServesInternal(scenariosContracts.makeUnavailable)
  async makeUnavailable({ params, body }: InternalRequest<Outage>): Promise<object> {
    await this.scenarios.makeUnavailable(params['developerId']!, params['clientId']!, body);
    return {};
  }

  @ServesInternal(scenariosContracts.answerConsentAsOwner)
  async answerConsent({ params, body }: InternalRequest<OwnerAnswer>): Promise<object> {
    await this.scenarios.answerConsent(params['developerId']!, params['consentId']!, body.answer);
    return {};
  }

  @ServesInternal(scenariosContracts.answerPaymentAsOwner)
  async answerPayment({ params, body }: InternalRequest<OwnerAnswer>): Promise<object> {
    await this.scenarios.answerPayment(params['developerId']!, params['paymentId']!, body.answer);
    return {};
  }
}
