import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { sandboxDataContracts } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { loadedServices } from '@open-banking/spec';
import type { CustomerLease } from './customer-changes.service.js';
import { CustomerGeneratorService, type CustomerOrder, type GeneratedCustomer } from './customer-generator.service.js';
import { loginsOf, ownersOf, psuIdsOf } from './customer-people.js';
import { customerPlan, requestOf, type CustomerPlan } from './customer-request.js';
import type { CustomerLogin } from './scenarios.messages.js';
import { completeDataSet, forgetCustomer, type CustomerRow } from './scenarios.statements.js';

/** A number that no data set has: what is generated with it is looked at, and never loaded. */
const noDataSet = 0;
const anybody = '00000000-0000-4000-8000-000000000000';

/** Generates the data of a customer and loads them into the services, each of which takes a data set once. */
@Injectable()
export class CustomerLoaderService {
  constructor(
    private readonly database: Database,
    private readonly calls: InternalCalls,
    private readonly generator: CustomerGeneratorService,
  ) {}

  /** Refuses data of which no books can be made: with all their faults and where they stand, before anything is stored. */
  async refuseFaults(developerId: string, { data, secondOwner, ...plan }: CustomerPlan, until: string): Promise<void> {
    if (!data) return;
    const people = { customerId: anybody, secondOwner, password: '', loginName: null };
    const order = { ...plan, data, until, dataSet: noDataSet, logins: loginsOf(people), again: true };
    const { faults = [] } = await this.generated(developerId, order);
    if (faults.length > 0) throw new Refusal(faults.map(({ path, text }) => ({ code: 'FORMAT_ERROR', path, text })));
  }

  /** The data of the customer's newest data set: the same each time, because a service that has them does not take them again. */
  generate(customer: CustomerRow): Promise<GeneratedCustomer> {
    const { until, dataSet, isReset, bringsPeople } = customer;
    const { secondOwner: _, ...plan } = customerPlan(requestOf(customer), until);
    const order = { ...plan, until, dataSet, logins: loginsOf(customer), again: isReset && !bringsPeople };
    return this.generated(customer.developerId, order);
  }

  /** ais-pis first: it knows whose the customers are. Returns who can sign in. Refused where the id is taken by a customer of the bank. */
  async load(customer: CustomerRow, made: GeneratedCustomer, lease: CustomerLease): Promise<readonly CustomerLogin[]> {
    const { dataSet, isReset } = customer;
    await this.add(customer, made, lease);
    const kept = made.customers.flatMap(({ accounts }) => accounts.map(({ resourceId }) => resourceId));
    if (isReset) await this.release(customer, kept, lease);
    const logins = made.customers.map(({ login, password, name, accounts }) => ({
      login,
      password,
      name,
      accounts: accounts.map(accountView),
    }));
    await lease.renew();
    await this.database.rows(completeDataSet, dataSet, JSON.stringify(logins));
    return logins;
  }

  /** Takes from the customer, and from a second owner of before, what is not `kept`. */
  async release(customer: CustomerRow, kept: readonly string[], lease: CustomerLease): Promise<void> {
    const params = { developerId: customer.developerId };
    const psuIds = customer.bringsPeople ? ownersOf(customer.customerId) : psuIdsOf(customer);
    for (const service of loadedServices) {
      await lease.renew();
      await this.calls.call(service, sandboxDataContracts.releaseSandboxData, { params, body: { psuIds, kept } });
    }
  }

  private async generated(developerId: string, order: CustomerOrder): Promise<GeneratedCustomer> {
    const made = await this.generator.generate(developerId, order);
    if (!made) throw new Refusal('SERVICE_UNAVAILABLE', 'too many customers are being made', { retryAfterSeconds: 5 });
    return made;
  }

  private async add(customer: CustomerRow, { rows }: GeneratedCustomer, lease: CustomerLease): Promise<void> {
    const params = { developerId: customer.developerId, dataSetId: String(customer.dataSet) };
    for (const service of loadedServices) {
      const lines = (rows[service] ?? []).map(([type, fields]) => ({ type, fields: { ...fields } }));
      if (lines.length === 0) continue;
      const body = { psuIds: psuIdsOf(customer), rows: lines };
      await lease.renew();
      const done = await this.calls.call(service, sandboxDataContracts.addSandboxData, { params, body });
      if (done) continue;
      if (service !== 'ais-pis') throw new Error(`${service} does not take data of customer ${customer.customerId}`);
      // A customer of the bank has this id and is no developer's: nothing is loaded, and nothing ever will be.
      await this.database.rows(forgetCustomer, customer.customerId);
      throw taken();
    }
  }
}

/** The refusal of an id that is in use. It does not depend on the holder of the id, so it does not reveal the holder. */
export const taken = (): Refusal => new Refusal([{ code: 'STATUS_INVALID', text: 'This id is taken. Choose another one.' }]);

const accountView = ({ kind, resourceId, currency, reference, approval }: GeneratedCustomer['customers'][number]['accounts'][number]) => ({
  kind,
  resourceId,
  currency,
  reference,
  approval,
});
