import { Injectable } from '@nestjs/common';
import { InternalCalls, type CustomerResource, type CustomerResources } from '@open-banking/access';
import { Refusal } from '@open-banking/messages';
import { everyInternal } from '@open-banking/spec';

/** The current accounts of customers, asked from ais-pis: only these can be collected from. */
@Injectable()
export class CustomerAccountsService {
  constructor(private readonly calls: InternalCalls) {}

  /** Undefined where ais-pis does not answer: the customer may try again. */
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
