import { Injectable } from '@nestjs/common';
import { InternalCalls, type CustomerResource, type CustomerResources } from '@open-banking/access';
import { everyContracts } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import { owningServices, type OwningService, type Service } from '@open-banking/spec';
import { CustomerAccountsService } from './customer-accounts.service.js';

/** All of a customer's resources, in a stable order, and the services that did not answer. */
export interface CustomerResourcesAnswer {
  readonly resources: readonly CustomerResource[];
  readonly unavailable: readonly Service[];
}

@Injectable()
export class CustomerResourcesService {
  constructor(
    private readonly accounts: CustomerAccountsService,
    private readonly calls: InternalCalls,
  ) {}

  /** Asks all owning services concurrently, except those left out. */
  async listOfCustomer(psuId: string, leftOut: readonly Service[]): Promise<CustomerResourcesAnswer> {
    const queried = owningServices.filter((service) => !leftOut.includes(service));
    const answers = await Promise.all(queried.map(async (service) => ({ service, answer: await this.ask(service, psuId) })));
    return {
      resources: answers.flatMap(({ answer }) => answer?.resources ?? []),
      unavailable: answers.filter(({ answer }) => !answer).map(({ service }) => service),
    };
  }

  private async ask(service: OwningService, psuId: string): Promise<CustomerResources | undefined> {
    if (service === 'ais-pis') return this.accounts.listOwn(psuId);
    try {
      return await this.calls.call(service, everyContracts.listCustomerResources, { body: { psuId } });
    } catch (error) {
      // The customer decides on the page whether to retry or to continue without this service.
      if (error instanceof Refusal && error.status === 503) return undefined;
      throw error;
    }
  }
}
