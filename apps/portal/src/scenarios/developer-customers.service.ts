import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { sandboxDataContracts, scenariosContracts } from '@open-banking/contracts';
import { BankClock, Database, outsideRequests, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { loadedServices } from '@open-banking/spec';
import { RecordedBodiesService } from '../requests/recorded-bodies.service.js';
import { CustomerChangesService, type CustomerLease } from './customer-changes.service.js';
import { CustomerGeneratorService, type GeneratedCustomer } from './customer-generator.service.js';
import { loginsOf, ownersOf, psuIdsOf } from './customer-people.js';
import { customerProducts, type NewCustomer, type SandboxCustomer } from './scenarios.messages.js';
import {
  completeDataSet,
  countCustomers,
  findSandboxCustomer,
  forgetCustomer,
  insertCustomer,
  insertDataSet,
  keepPeople,
  listSandboxCustomers,
  lockDeveloperRow,
  noteCustomerRemoved,
  type CustomerRow,
} from './scenarios.statements.js';

/** The most customers of one developer, at once, and in 24 hours with resets. A customer is about 1 MB. */
const maxActive = 50;
const maxPerDay = 500;
const dayMs = 86_400_000;
/** Longer than a developer has customers. */
const maxListed = maxActive;

type NewRow = Pick<CustomerRow, 'customerId' | 'seed' | 'products' | 'secondOwner'>;

/**
 * Customers made for a developer. The row comes first, with all that their data follows from: after an interruption the developer repeats
 * the request with the same id, and each service takes what it has taken before as done.
 */
@Injectable()
export class DeveloperCustomersService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly calls: InternalCalls,
    private readonly generator: CustomerGeneratorService,
    private readonly changes: CustomerChangesService,
    private readonly bodies: RecordedBodiesService,
  ) {}

  async list(developerId: string): Promise<SandboxCustomer[]> {
    return (await this.database.rows(listSandboxCustomers, developerId, maxListed)).map(view);
  }

  async read(developerId: string, customerId: string): Promise<SandboxCustomer> {
    return view(await this.activeCustomer(developerId, customerId));
  }

  /**
   * One that cannot be completed is not left behind: its id was not returned yet. What a service has taken by then is as after a removal.
   */
  async create(developerId: string, wanted: NewCustomer): Promise<SandboxCustomer> {
    const customerId = randomUUID();
    try {
      return await this.put(developerId, customerId, wanted);
    } catch (error) {
      await outsideRequests(() => this.database.rows(noteCustomerRemoved, customerId, new Date()));
      throw error;
    }
  }

  /** The customer with this id: made where there is none; the same where it is as wanted. */
  async put(developerId: string, customerId: string, wanted: NewCustomer): Promise<SandboxCustomer> {
    const { seed = '1', products = [...customerProducts], secondOwner = false } = wanted;
    await this.database.transaction((tx) => this.begin(tx, developerId, { customerId, seed, products, secondOwner }));
    const customer = await this.database.row(findSandboxCustomer, customerId);
    if (customer?.developerId !== developerId || customer.removedAt) throw taken();
    if (!isAsWanted(customer, { seed, products, secondOwner }))
      throw stateInvalid('A customer with this id was made with another body. Delete it, or choose another id.');
    if (customer.logins) return view(customer);
    return this.changes.inTurn(customerId, async (lease) => {
      const now = await this.activeCustomer(developerId, customerId);
      return now.logins ? view(now) : this.load(now, lease);
    });
  }

  /** Back to the beginning: consents revoked, payments and mandates that can still be ended cancelled, and accounts as new. */
  async reset(developerId: string, customerId: string): Promise<SandboxCustomer> {
    await this.activeCustomer(developerId, customerId);
    return this.changes.inTurn(customerId, async (lease) => {
      const customer = await this.activeCustomer(developerId, customerId);
      await this.endAffairs(customer, false, lease);
      // One that is not complete is the answer to this request, too.
      if (customer.logins) {
        await this.database.transaction(async (tx) => {
          await tx.rows(lockDeveloperRow, developerId);
          await lease.renew(tx);
          await this.admit(tx, developerId, false);
          await tx.rows(insertDataSet, customerId, developerId, this.clock.today(), new Date());
        });
      }
      return this.load(await this.activeCustomer(developerId, customerId), lease);
    });
  }

  async remove(developerId: string, customerId: string): Promise<void> {
    if ((await this.own(developerId, customerId)).removedAt) return;
    await this.changes.inTurn(customerId, async (lease) => {
      const customer = await this.own(developerId, customerId);
      if (customer.removedAt) return;
      // If nothing was loaded, ais-pis knows no such customer.
      await this.endAffairs(customer, true, lease);
      await this.release(customer, [], lease);
      await lease.renew();
      await this.database.rows(noteCustomerRemoved, customerId, new Date());
    });
  }

  /** The developer's customer, or one that was. */
  private async own(developerId: string, customerId: string): Promise<CustomerRow> {
    const customer = await this.database.row(findSandboxCustomer, customerId);
    if (!customer || customer.developerId !== developerId) throw unknownCustomer(customerId);
    return customer;
  }

  private async activeCustomer(developerId: string, customerId: string): Promise<CustomerRow> {
    const customer = await this.own(developerId, customerId);
    if (customer.removedAt) throw unknownCustomer(customerId);
    return customer;
  }

  /** The row of a new customer, with all that its data follows from. Nothing where there is one of this id. */
  private async begin(tx: Transaction, developerId: string, customer: NewRow): Promise<void> {
    const { customerId, seed, products, secondOwner } = customer;
    await tx.rows(lockDeveloperRow, developerId);
    if (await tx.row(findSandboxCustomer, customerId)) return;
    await this.admit(tx, developerId, true);
    const password = randomBytes(12).toString('base64url');
    const now = new Date();
    if (!(await tx.row(insertCustomer, customerId, developerId, seed, products, secondOwner, password, now))) throw taken();
    const owners = ownersOf(customerId);
    if ((await tx.rows(keepPeople, customerId, owners)).length < 2 * owners.length) throw taken();
    await tx.rows(insertDataSet, customerId, developerId, this.clock.today(), now);
  }

  private async admit(tx: Transaction, developerId: string, another: boolean): Promise<void> {
    const { living, made } = (await tx.row(countCustomers, developerId, new Date(Date.now() - dayMs)))!;
    const full = `You have ${maxActive} customers, the most there may be: delete some.`;
    if (another && living >= maxActive) throw new Refusal([{ code: 'ACCESS_EXCEEDED', text: full }], undefined, { retryAfterSeconds: 60 });
    const text = `You have made or reset ${maxPerDay} customers in 24 hours, the most there may be.`;
    if (made >= maxPerDay) throw new Refusal([{ code: 'ACCESS_EXCEEDED', text }], undefined, { retryAfterSeconds: 3_600 });
  }

  /** ais-pis first: it knows whose the customers are. */
  private async load(customer: CustomerRow, lease: CustomerLease): Promise<SandboxCustomer> {
    const { seed, until, dataSet, products } = customer;
    const made = await this.generator.generate({ seed, until, dataSet, products, logins: loginsOf(customer), again: customer.isReset });
    if (!made) throw new Refusal('SERVICE_UNAVAILABLE', 'too many customers are being made', { retryAfterSeconds: 5 });
    await this.add(customer, made, lease);
    const kept = made.customers.flatMap(({ accounts }) => accounts.map(({ resourceId }) => resourceId));
    if (customer.isReset) await this.release(customer, kept, lease);
    const logins = made.customers.map(({ login, password, name, accounts }) => ({
      login,
      password,
      name,
      accounts: accounts.map(accountView),
    }));
    await lease.renew();
    await this.database.rows(completeDataSet, dataSet, JSON.stringify(logins));
    return view({ ...customer, logins });
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

  private async release(customer: CustomerRow, kept: readonly string[], lease: CustomerLease): Promise<void> {
    const params = { developerId: customer.developerId };
    for (const service of loadedServices) {
      await lease.renew();
      await this.calls.call(service, sandboxDataContracts.releaseSandboxData, { params, body: { psuIds: psuIdsOf(customer), kept } });
    }
  }

  private async endAffairs(customer: CustomerRow, removed: boolean, lease: CustomerLease): Promise<void> {
    await lease.renew();
    const call = { params: { developerId: customer.developerId }, body: { psuIds: psuIdsOf(customer), removed } };
    await this.calls.call('ais-pis', scenariosContracts.endCustomersAffairs, call);
    await this.bodies.forgetCustomers(customer.developerId, psuIdsOf(customer));
  }
}

const isAsWanted = (customer: CustomerRow, { seed, products, secondOwner }: Omit<NewRow, 'customerId'>): boolean =>
  customer.seed === seed && customer.secondOwner === secondOwner && sameMembers(customer.products, products);

const unknownCustomer = (customerId: string): Refusal =>
  new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'customerId', text: 'You have no customer with this id.' }], { customerId });

const sameMembers = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

const stateInvalid = (text: string): Refusal => new Refusal([{ code: 'STATUS_INVALID', text }]);

/** The refusal of an id that is in use. It does not depend on the holder of the id, so it does not reveal the holder. */
const taken = (): Refusal => stateInvalid('This id is taken. Choose another one.');

const accountView = ({ kind, resourceId, currency, reference, approval }: GeneratedCustomer['customers'][number]['accounts'][number]) => ({
  kind,
  resourceId,
  currency,
  reference,
  approval,
});

const view = ({ customerId, seed, createdAt, logins }: CustomerRow): SandboxCustomer => ({
  customerId,
  seed,
  createdAt: createdAt.toISOString(),
  logins: [...(logins ?? [])],
});
