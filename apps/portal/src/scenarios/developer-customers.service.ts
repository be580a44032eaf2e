import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { scenariosContracts } from '@open-banking/contracts';
import { BankClock, Database, type Queries, type Transaction } from '@open-banking/database';
import { isStorable, isUuid } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { RecordedBodiesService } from '../requests/recorded-bodies.service.js';
import { CustomerChangesService, type CustomerLease } from './customer-changes.service.js';
import { CustomerLoaderService, taken } from './customer-loader.service.js';
import { newLoginName, ownersOf, psuIdsOf } from './customer-people.js';
import { contradictionsOf, customerPlan, isSameRequest, requestOf } from './customer-request.js';
import type { NewCustomer, SandboxCustomer, SandboxCustomerDetails } from './scenarios.messages.js';
import {
  countCustomers,
  findSandboxCustomer,
  insertCustomer,
  insertDataSet,
  isLoginNameFree,
  keepPeople,
  listSandboxCustomers,
  lockDeveloperRow,
  noteCustomerRemoved,
  replaceBody,
  type CustomerRow,
} from './scenarios.statements.js';

/** The most customers of one developer, at once, and in 24 hours with resets. A customer is about 1 MB. */
const maxActive = 50;
const maxPerDay = 500;
const dayMs = 86_400_000;
/** Longer than a developer has customers. */
const maxListed = maxActive;

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
    private readonly loader: CustomerLoaderService,
    private readonly changes: CustomerChangesService,
    private readonly bodies: RecordedBodiesService,
  ) {}

  async list(developerId: string): Promise<SandboxCustomer[]> {
    return (await this.database.rows(listSandboxCustomers, developerId, maxListed)).map(view);
  }

  async read(developerId: string, customerId: string): Promise<SandboxCustomerDetails> {
    const customer = await this.activeCustomer(developerId, customerId);
    return { ...view(customer), data: requestOf(customer) };
  }

  /**
   * One of which nothing was loaded is not left behind: its id was not returned yet. From the first call to a service on it stays listed,
   * without sign-ins: services that have its data need those that have not, because the books of the bank go through all of them.
   */
  async create(developerId: string, body: NewCustomer): Promise<SandboxCustomer> {
    const customerId = randomUUID();
    const today = this.clock.today();
    await this.admit(this.database, developerId, true);
    await this.refuseFaults(developerId, body, today);
    await this.database.transaction((tx) => this.begin(tx, developerId, customerId, body, today));
    return this.changes.inTurn(customerId, async (lease) => {
      const customer = await this.activeCustomer(developerId, customerId);
      const made = await this.loader.generate(customer).catch(async (error: unknown) => {
        await this.database.rows(noteCustomerRemoved, customerId, new Date());
        throw error;
      });
      return view({ ...customer, logins: await this.loader.load(customer, made, lease) });
    });
  }

  /** The customer with this id: made where there is none, the same where the body is, and otherwise reset to what the body says. */
  async put(developerId: string, customerId: string, body: NewCustomer): Promise<SandboxCustomer> {
    const today = this.clock.today();
    const before = await this.existing(developerId, customerId);
    if (!before || !isSameRequest(requestOf(before), body)) {
      await this.admit(this.database, developerId, !before);
      await this.refuseFaults(developerId, body, today);
    }
    await this.database.transaction((tx) => this.begin(tx, developerId, customerId, body, today));
    const customer = await this.existing(developerId, customerId);
    if (customer?.logins && isSameRequest(requestOf(customer), body)) return view(customer);
    return this.changes.inTurn(customerId, async (lease) => {
      const now = await this.activeCustomer(developerId, customerId);
      if (!isSameRequest(requestOf(now), body)) return this.replace(now, body, lease, today);
      return now.logins ? view(now) : this.load(now, lease);
    });
  }

  /** Refuses a body of which no customer can be made, with all its faults. */
  async refuseFaults(developerId: string, body: NewCustomer, today = this.clock.today()): Promise<void> {
    if (!isStorable(body)) throw new Refusal([{ code: 'FORMAT_ERROR', text: 'The body has a text with U+0000 or half a surrogate pair.' }]);
    const contradictions = contradictionsOf(body);
    if (contradictions.length > 0) throw new Refusal(contradictions);
    await this.loader.refuseFaults(developerId, customerPlan(body, today), today);
  }

  /** Back to the beginning: consents revoked, payments and mandates that can still be ended cancelled, and accounts as new. */
  async reset(developerId: string, customerId: string): Promise<SandboxCustomer> {
    await this.activeCustomer(developerId, customerId);
    return this.changes.inTurn(customerId, async (lease) => {
      const customer = await this.activeCustomer(developerId, customerId);
      // Days of given data stay where they are: of a loan more may be due than there is money for by now.
      const today = this.clock.today();
      await this.refuseFaults(developerId, requestOf(customer), today);
      if (customer.logins) await this.admit(this.database, developerId, false);
      await this.endAffairs(customer, false, lease);
      // One that is not complete is the answer to this request, too.
      if (customer.logins) await this.beginAgain(customer, lease, today);
      return this.load(await this.activeCustomer(developerId, customerId), lease);
    });
  }

  async remove(developerId: string, customerId: string): Promise<void> {
    if ((await this.own(developerId, customerId)).removedAt) return;
    await this.changes.inTurn(customerId, async (lease) => {
      const customer = await this.own(developerId, customerId);
      if (customer.removedAt) return;
      await this.complete(customer, lease);
      await this.endAffairs(customer, true, lease);
      await this.loader.release(customer, [], lease);
      await lease.renew();
      await this.database.rows(noteCustomerRemoved, customerId, new Date());
    });
  }

  /** The developer's customer, or one that was. */
  private async own(developerId: string, customerId: string): Promise<CustomerRow> {
    const customer = isUuid(customerId) ? await this.database.row(findSandboxCustomer, customerId) : undefined;
    if (!customer || customer.developerId !== developerId) throw unknownCustomer(customerId);
    return customer;
  }

  /** The developer's customer with this id; undefined: there is none. Throws where the id is taken. */
  private async existing(developerId: string, customerId: string): Promise<CustomerRow | undefined> {
    const customer = await this.database.row(findSandboxCustomer, customerId);
    if (customer && (customer.developerId !== developerId || customer.removedAt)) throw taken();
    return customer;
  }

  private async activeCustomer(developerId: string, customerId: string): Promise<CustomerRow> {
    const customer = await this.own(developerId, customerId);
    if (customer.removedAt) throw unknownCustomer(customerId);
    return customer;
  }

  /**
   * The row of a new customer, with all that its data follows from. Nothing where there is one of this id. `today` is the day for which the
   * data were found free of faults: on another one they might have some, and a customer with them could never be completed.
   */
  private async begin(tx: Transaction, developerId: string, customerId: string, body: NewCustomer, today: string): Promise<void> {
    await tx.rows(lockDeveloperRow, developerId);
    if (await tx.row(findSandboxCustomer, customerId)) return;
    await this.admit(tx, developerId, true);
    const { seed, products, secondOwner } = customerPlan(body, today);
    const password = randomBytes(12).toString('base64url');
    const [now, text, loginName] = [new Date(), JSON.stringify(body), await freeLoginName(tx)];
    const added = await tx.row(insertCustomer, customerId, developerId, seed, products, secondOwner, text, password, loginName, now);
    if (!added) throw taken();
    const owners = ownersOf(customerId);
    if ((await tx.rows(keepPeople, customerId, owners)).length < 2 * owners.length) throw taken();
    await tx.rows(insertDataSet, customerId, developerId, today, now, true);
  }

  /** A new data set of the customer; with a body, of what it says. */
  private async beginAgain(
    { customerId, developerId }: CustomerRow,
    lease: CustomerLease,
    today: string,
    body?: NewCustomer,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.rows(lockDeveloperRow, developerId);
      await lease.renew(tx);
      await this.admit(tx, developerId, false);
      if (body) {
        const { seed, products, secondOwner } = customerPlan(body, today);
        await tx.rows(replaceBody, customerId, seed, products, secondOwner, JSON.stringify(body));
      }
      await tx.rows(insertDataSet, customerId, developerId, today, new Date(), body !== undefined);
    });
  }

  /**
   * Another body: everything ends as at a reset, and the accounts are those of the body. A second owner whom it does not have is locked
   * out. What would refuse the body comes first: nothing of the customer's ends for data that are not taken.
   */
  private async replace(customer: CustomerRow, body: NewCustomer, lease: CustomerLease, today: string): Promise<SandboxCustomer> {
    const { customerId, developerId, secondOwner } = customer;
    await this.admit(this.database, developerId, false);
    await this.complete(customer, lease);
    await this.endAffairs(customer, false, lease);
    const [, second] = ownersOf(customerId);
    const losesSecond = secondOwner && !customerPlan(body, today).secondOwner;
    if (losesSecond) await this.endAffairs(customer, true, lease, [second!]);
    await this.beginAgain(customer, lease, today, body);
    return this.load(await this.activeCustomer(developerId, customerId), lease);
  }

  private async load(customer: CustomerRow, lease: CustomerLease): Promise<SandboxCustomer> {
    const made = await this.loader.generate(customer);
    return view({ ...customer, logins: await this.loader.load(customer, made, lease) });
  }

  /** Loads data that only some services have taken into the others: the books never add up again if another data set, or none, follows. */
  private async complete(customer: CustomerRow, lease: CustomerLease): Promise<void> {
    if (!customer.logins) await this.load(customer, lease);
  }

  private async admit(queries: Queries, developerId: string, another: boolean): Promise<void> {
    const { living, made } = (await queries.row(countCustomers, developerId, new Date(Date.now() - dayMs)))!;
    const full = `You have ${maxActive} customers, the most there may be: delete some.`;
    if (another && living >= maxActive) throw new Refusal([{ code: 'ACCESS_EXCEEDED', text: full }], undefined, { retryAfterSeconds: 60 });
    const text = `You have made or reset ${maxPerDay} customers in 24 hours, the most there may be.`;
    if (made >= maxPerDay) throw new Refusal([{ code: 'ACCESS_EXCEEDED', text }], undefined, { retryAfterSeconds: 3_600 });
  }

  private async endAffairs(customer: CustomerRow, removed: boolean, lease: CustomerLease, psuIds = psuIdsOf(customer)): Promise<void> {
    await lease.renew();
    const call = { params: { developerId: customer.developerId }, body: { psuIds, removed } };
    await this.calls.call('ais-pis', scenariosContracts.endCustomersAffairs, call);
    await this.bodies.forgetCustomers(customer.developerId, psuIds);
  }
}

/** A user name that no customer of this portal has. Of two that are drawn at once the unique index refuses one. */
async function freeLoginName(tx: Transaction): Promise<string> {
  for (;;) {
    const name = newLoginName();
    if (await tx.row(isLoginNameFree, name)) return name;
  }
}

const unknownCustomer = (customerId: string): Refusal =>
  new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'customerId', text: 'You have no customer with this id.' }], { customerId });

const view = ({ customerId, seed, createdAt, logins }: CustomerRow): SandboxCustomer => ({
  customerId,
  seed,
  createdAt: createdAt.toISOString(),
  logins: [...(logins ?? [])],
});
