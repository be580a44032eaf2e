import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { Refusal } from '@open-banking/messages';
import { mandateScenariosInternal, scenariosInternal, type Operation, type Service } from '@open-banking/spec';
import type { MandateChange, PaymentClearingAnswer, ServiceOutage } from './scenarios.messages.js';

type Params = Readonly<Record<string, string>>;

/** Asks for what a real bank's customers and other banks do where it is known whose the consent, payment or mandate is. */
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

  setClearingAnswer(developerId: string, paymentId: string, { answer, reason = 'AC04' }: PaymentClearingAnswer): Promise<undefined> {
    return this.act(scenariosInternal.setClearingOutcome, { developerId, paymentId }, { answer, reason });
  }

  changeMandate(developerId: string, resourceId: string, change: MandateChange): Promise<undefined> {
    return this.act(mandateScenariosInternal.changeDevelopersMandate, { developerId, resourceId }, change, 'mandates');
  }

  answerPayment(developerId: string, paymentId: string, answer: string): Promise<undefined> {
    return this.act(scenariosInternal.answerPaymentAsOwner, { developerId, paymentId }, { answer });
  }

  private async act(
    row: Pick<Operation, 'id' | 'method' | 'path'>,
    params: Params,
    body?: object,
    service: Service = 'ais-pis',
  ): Promise<undefined> {
    const done = await this.calls.call(service, row, { params, ...(body && { body }), refusedInItsWords: true });
    if (!done) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'You have no such client, or none of yours has one with this id.' }]);
  }
}
