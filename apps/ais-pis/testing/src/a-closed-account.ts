import { randomUUID } from 'node:crypto';
import { AuditService, JobsService, NotificationsService } from '@open-banking/commands';
import { counted } from '@open-banking/feed';
import { keptFrom } from '@open-banking/erasure';
import { tables } from '@open-banking/ais-pis-core-data';
import { ConsentEndingsService, ConsentStateMachine } from '@open-banking/ais-pis-consents';
import { accountsAndPayments } from '@open-banking/ais-pis-erasure';
import { TestLedger } from './a-ledger.js';

export const dayMs = 86_400_000;
const noClients = { find: () => Promise.resolve(undefined) };

export interface ClosedAccount {
  readonly psuId: string;
  readonly name: string;
  readonly accountId: string;
}

/** Customers with closed accounts over a test's own ledger, and their erasure. */
export class TestClosedAccounts {
  private constructor(readonly bank: TestLedger) {}

  static async open(): Promise<TestClosedAccounts> {
    return new TestClosedAccounts(await TestLedger.open());
  }

  /** With the owner's role. */
  async sql<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.bank.owner.query<Row>(text, values)).rows;
  }

  day(days: number): string {
    return this.bank.clock.dayOf(new Date(this.bank.clock.now().getTime() + days * dayMs));
  }

  /** A customer with a closed account and so many entries `aDay` of each of these days ago, each with the customer's name and a text of its day. */
  async add(daysAgo: readonly number[], { aDay = 1, name = `Name ${randomUUID()}` } = {}): Promise<ClosedAccount> {
    const psuId = randomUUID();
    const accountId = await this.bank.account({ balance: '0', status: 'deleted' });
    await this.sql('insert into psu (psu_id, login, name) values ($1::uuid, $1::text, $2)', psuId, name);
    await this.sql("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", psuId, accountId);
    for (const [place, back] of daysAgo.toSorted((one, other) => other - one).entries())
      await this.sql(
        `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, creditor_name, remittance_unstructured)
        select $1, $2, lpad(n::text, 16, '0'), $2, now(), case n % 2 when 1 then 1 else -1 end, n % 2, 'PMNT', $3, $4 || n
        from generate_series($5::int + 1, $5::int + $6::int) n`,
        accountId,
        this.day(-back),
        name,
        `Text of ${back} days ago by ${name} `,
        place * aDay,
        aDay,
      );
    await this.sql(
      `update account_balance b
      set booked = e.sum, last_booking_date = e.last, booked_before = (select coalesce(sum(amount), 0) from entry where account_id = $1 and booking_date < e.last)
      from (select sum(amount), max(booking_date) as last from entry where account_id = $1) e where b.account_id = $1`,
      accountId,
    );
    return { psuId, name, accountId };
  }

  /** Erases batch by batch, at most so many; returns how many were made, and until when the rest is kept. */
  async erase({ psuId, name }: Pick<ClosedAccount, 'psuId' | 'name'>, { legalMonths = 0, max = Infinity } = {}) {
    const { database, clock } = this.bank;
    const notifications = new NotificationsService(new JobsService(() => undefined), noClients);
    const stateMachine = new ConsentStateMachine(database, clock, notifications);
    const consents = new ConsentEndingsService(clock, stateMachine, new AuditService(Buffer.alloc(32)));
    const { erasings, keptUntil } = accountsAndPayments({ clock, consents, legalMonths });
    const today = clock.today();
    const customer = { psuId, name, accounts: [], today, legalMonths, keptFrom: keptFrom(today, legalMonths) };
    await this.sql('insert into erased_customer (psu_id, erased_on) values ($1, $2) on conflict do nothing', psuId, customer.today);
    let batches = 0;
    for (const { batch } of erasings) while (batches < max && (await batch(database, customer)) > 0) batches += 1;
    return { batches, keptUntil: await keptUntil!(database, customer) };
  }

  /** The texts that an account still has, without name and number. */
  async textsOf({ accountId }: Pick<ClosedAccount, 'accountId'>): Promise<string[]> {
    const rows = await this.sql<{ text: string }>(
      `select distinct split_part(remittance_unstructured, ' by ', 1) as text from entry where account_id = $1 and remittance_unstructured is not null order by 1`,
      accountId,
    );
    return rows.map(({ text }) => text);
  }

  /** What of an account's entries stays for good. */
  bookedOf({ accountId }: Pick<ClosedAccount, 'accountId'>): Promise<object[]> {
    return this.sql(
      `select booking_date, entry_reference, amount, balance_after, value_date, booked_at, transaction_id, bank_transaction_code from entry where account_id = $1 order by 1, 2`,
      accountId,
    );
  }

  /** Proofs of the books that fail, with the first thing that each finds wrong. */
  async brokenProofs(): Promise<string[]> {
    const broken: string[] = [];
    for (const { name, query } of [...tables.loadedProofs, ...(tables.writtenProofs ?? [])]) {
      const [found] = await this.sql<{ broken: number; firstBroken: string }>(counted(query));
      if (found!.broken > 0) broken.push(`${name}: ${found!.firstBroken}`);
    }
    return broken;
  }
}
