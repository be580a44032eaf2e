import { Injectable } from '@nestjs/common';
import { InternalCalls, type CustomerResource, type Holder } from '@open-banking/access';
import { everyContracts } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';

/** Reads customers' current accounts from ais-pis. Mandates can debit only these. */
@Injectable()
export class CustomerAccountsService {
  constructor(private readonly calls: InternalCalls) {}

  /** Undefined if ais-pis does not answer: the customer may try again. */
  async listOwn(psuId: string): Promise<readonly CustomerResource[] | undefined> {
    try {
      return await this.owned(psuId);
    } catch (error) {
      if (error instanceof Refusal && error.status === 503) return undefined;
      throw error;
    }
  }

  /** The current accounts that a customer owns now. Throws SERVICE_UNAVAILABLE if ais-pis does not answer. */
  async owned(psuId: string): Promise<readonly CustomerResource[]> {
    const answer = await this.calls.call('ais-pis', everyContracts.listCustomerResources, { body: { psuId } });
    return (answer?.resources ?? []).filter(({ kind }) => kind === 'account');
  }

  /** Those of these customers who own an account now. Throws as `owned`. */
  async ownersAmong(psuIds: readonly string[], accountId: string | null): Promise<Holder[]> {
    const found = await Promise.all(
      psuIds.map(async (psuId) => ({ psuId, account: (await this.owned(psuId)).find(({ resourceId }) => resourceId === accountId) })),
    );
    return found.flatMap(({ psuId, account }) => (account ? [{ psuId, rule: account.rule }] : []));
  }

  /** Whether a customer owns an account now. Throws as `owned`. */
  async isOwner(psuId: string, accountId: string | null): Promise<boolean> {
    return (await this.ownersAmong([psuId], accountId)).length > 0;
  }
}
