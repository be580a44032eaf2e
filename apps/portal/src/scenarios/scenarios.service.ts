import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { Refusal } from '@open-banking/messages';
import { scenariosInternal, type Operation } from '@open-banking/spec';
import type { ServiceOutage } from './scenarios.messages.js';

type Params = Readonly<Record<string, string>>;

/** Asks ais-pis for what a real bank's customers do. It knows whose the consent or payment is. */
@Injectable()
export class ScenariosService {
  constructor(private readonly calls: InternalCalls) {}

  revokeConsent(developerId: string, consentId: string): Promise<undefined> {
    return this.act(scenariosInternal.revokeAsCustomer, { developerId, consentId });
  }

  useUpReads(developerId: string, consentId: string): Promise<undefined> {
    return this.act(scenariosInternal.useUpReads, { developerId, consentId });
  }

  makeUnavailable(developerId: string, clientId: string, outage: ServiceOutage): Promise<undefined> {
    return this.act(scenariosInternal.makeUnavailable, { developerId, clientId }, outage);
  }

  answerConsent(developerId: string, consentId: string, answer: string): Promise<undefined> {
    return this.act(scenariosInternal.answerConsentAsOwner, { developerId, consentId }, { answer });
  }

  answerPayment(developerId: string, paymentId: string, answer: string): Promise<undefined> {
    return this.act(scenariosInternal.answerPaymentAsOwner, { developerId, paymentId }, { answer });
  }

  private async act(row: Pick<Operation, 'id' | 'method' | 'path'>, params: Params, body?: object): Promise<undefined> {
    const done = await this.calls.call('ais-pis', row, { params, ...(body && { body }), refusedInItsWords: true });
    if (!done) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'You have no such client, or none of yours has one with this id.' }]);
  }
}
