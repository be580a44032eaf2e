import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { type CollectionState, mandateScenariosContracts, scenariosContracts } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import type { Collection, IncomingTransfer, NewCollection, NewIncomingTransfer } from './incoming-money.messages.js';

/** The gateway waits five seconds for an answer. */
const settledWithinMs = 2_500;
const askAgainMs = 200;

/** Money that moves because of others: transfers from other banks, and creditors who collect. */
@Injectable()
export class IncomingMoneyService {
  constructor(private readonly calls: InternalCalls) {}

  /** A transfer from another bank to an account of one of the developer's customers. */
  async receive(developerId: string, accountId: string, transfer: NewIncomingTransfer): Promise<IncomingTransfer> {
    const { transferId = randomUUID(), text, ...facts } = transfer;
    const body = { transferId, ...facts, ...(text !== undefined && { remittanceUnstructured: text }) };
    const call = { params: { developerId, accountId }, body, refusedInItsWords: true };
    const received = await this.calls.call('ais-pis', scenariosContracts.receiveAsOtherBank, call);
    if (!received) throw unknown('None of your customers has an account with this id.');
    return received;
  }

  /** A creditor collects under a mandate of one of the developer's clients. Repeated until it is settled, as its id allows. */
  async collect(developerId: string, resourceId: string, wanted: NewCollection): Promise<Collection> {
    const { collectionId = randomUUID(), text, ...facts } = wanted;
    const body = { collectionId, ...facts, ...(text !== undefined && { remittance: text }) };
    const call = { params: { developerId, resourceId }, body, refusedInItsWords: true };
    for (const end = performance.now() + settledWithinMs; ;) {
      const collection = await this.calls.call('mandates', mandateScenariosContracts.collectDevelopersMandate, call);
      if (!collection) throw unknown('None of your clients has a mandate with this id.');
      if (collection.state !== 'accepted' || performance.now() > end) return view(collection);
      await pause(askAgainMs);
    }
  }
}

const view = ({ collectionId, state, bookedOn, reason, text }: CollectionState): Collection => ({
  collectionId,
  state,
  ...(bookedOn !== undefined && { bookedOn }),
  ...(reason !== undefined && { reason }),
  ...(text !== undefined && { text }),
});

const unknown = (text: string): Refusal => new Refusal([{ code: 'RESOURCE_UNKNOWN', text }]);
