import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { mandateScenariosContracts, scenariosContracts, type Contract } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import type { MandateChange, PaymentClearingAnswer, ServiceOutage } from './scenarios.messages.js';

type Params = Readonly<Record<string, string>>;

/** Asks for what a real bank's customers and other banks do where it is known whose the consent, payment or mandate is. */
@Injectable()
export class ScenariosService {
  constructor(private readonly calls: InternalCalls) {}

  revokeConsent(developerId: string, consentId: string): Promise<undefined> {
    return this.act(scenariosContracts.revokeAsCustomer, { developerId, consentId });
  }

  useUpReads(developerId: string, consentId: string): Promise<undefined> {
    return this.act(scenariosContracts.useUpReads, { developerId, consentId });
  }

  makeUnavailable(developerId: string, clientId: string, outage: ServiceOutage): Promise<undefined> {
    return this.act(scenariosContracts.makeUnavailable, { developerId, clientId }, outage);
  }

  answerConsent(developerId: string, consentId: string, answer: string): Promise<undefined> {
    return this.act(scenariosContracts.answerConsentAsOwner, { developerId, consentId }, { answer });
  }

  setClearingAnswer(developerId: string, paymentId: string, { answer, reason = 'AC04' }: PaymentClearingAnswer): Promise<undefined> {
    return this.act(scenariosContracts.setClearingOutcome, { developerId, paymentId }, { answer, reason });
  }

  changeMandate(developerId: string, resourceId: string, change: MandateChange): Promise<undefined> {
    return this.act(mandateScenariosContracts.changeDevelopersMandate, { developerId, resourceId }, change, 'mandates');
  }

  answerPayment(developerId: string, paymentId: string, answer: string): Promise<undefined> {
    return this.act(scenariosContracts.answerPaymentAsOwner, { developerId, paymentId }, { answer });
  }

  private async act(contract: Contract, params: Params, body?: object, service: Service = 'ais-pis'): Promise<undefined> {
    const done = await this.calls.call(service, contract, { params, ...(body && { body }), refusedInItsWords: true });
    if (!done) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: unknownText(params) }]);
  }
}

/** Resources of a client, by the parameter with their id. */
const resources: Readonly<Record<string, string>> = { consentId: 'consent', paymentId: 'payment', resourceId: 'mandate' };

function unknownText(params: Params): string {
  const resource = Object.keys(params)
    .map((name) => resources[name])
    .find(Boolean);
  return resource === undefined ? 'You have no client with this id.' : `None of your clients has a ${resource} with this id.`;
}
