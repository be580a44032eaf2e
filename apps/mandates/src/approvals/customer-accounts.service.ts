import { Injectable } from '@nestjs/common';
import { InternalCalls, type CustomerResource, type CustomerResources } from '@open-banking/access';
import { Refusal } from '@open-banking/messages';
import { everyInternal } from '@open-banking/spec';

/** Reads customers' current accounts from ais-pis. Mandates can debit only these. */
@Injectable()
export class CustomerAccountsService {
  constructor(private readonly calls: InternalCalls) {}

  /** Undefined if ais-pis does not answer: the customer may try again. */
  async of(psuId: string): Promise<readonly CustomerResource[] | undefined> {
    try {
      const answer = await this.calls.call<CustomerResources>('ais-pis', everyInternal.listCustomerResources, { body: { psuId } });
      return (answer?.resources ?? []).filter(({ kind }) => kind === 'account');
    } catch (error) {
      if (error instanceof Refusal && error.status === 503) return undefined;
      throw error;
    }
  }
}
