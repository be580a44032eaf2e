import { randomUUID } from 'node:crypto';
import { BankClock, openDatabase, type Database } from '@open-banking/database';
import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { creditorIban } from '@open-banking/ais-pis-payments';
import { LedgerService } from '@open-banking/ais-pis-ledger';

interface Account {
  readonly currency?: string;
  readonly balance?: string;
  readonly overdraft?: string;
  readonly status?: string;
  readonly iban?: string;
}

/** A ledger over a test's own database, used with the service's role; `owner` has more privileges. */
export class TestLedger {
  /** Offset of the clock. */
  offsetMs = 0;
  readonly clock = new BankClock('Asia/Jerusalem', () => this.offsetMs);
  readonly ledger = new LedgerService(this.clock, { ledger: 'own' });

  private constructor(
    readonly database: Database,
    readonly owner: pg.Pool,
    readonly own: { readonly adminUrl: string; readonly ownerUrl: string; readonly serviceUrl: string; close(): Promise<void> },
  ) {}

  static async open(): Promise<TestLedger> {
    const own = await freshDatabase('ais-pis');
    return new TestLedger(await connected(own.serviceUrl, 60_000), new pg.Pool({ connectionString: own.ownerUrl, max: 3 }), own);
  }

  /** The same ledger over other connections, which wait no longer than this for a lock. Who asks for it closes its `database`. */
  async withLockTimeout(lockTimeoutMs: number): Promise<TestLedger> {
    return new TestLedger(await connected(this.own.serviceUrl, lockTimeoutMs), this.owner, this.own);
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.own.close();
  }

  /** Closes the connections and keeps the database. */
  async disconnect(): Promise<void> {
    if (this.owner.ended) return;
    await this.database.close();
    await this.owner.end();
  }

  /** Creates an account with a loaded balance. */
  async account({
    currency = 'EUR',
    balance = '100.00',
    overdraft = '0',
    status = 'enabled',
    iban = testIban(randomUUID()),
  }: Account = {}): Promise<string> {
    const id = randomUUID();
    const yesterday = this.clock.dayOf(new Date(Date.now() - 86_400_000));
    await this.owner.query(
      `insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on, status) values ($1::uuid, $4, 'DEMOILITXXX', $2, 'Owner', 'Account', 'Current', 'PRIV', '2024-01-01', $3)`,
      [id, currency, status, iban],
    );
    await this.owner.query(
      'insert into account_balance (account_id, booked, overdraft, last_booking_date, booked_before, changed_at) values ($1, $2, $3, $4, 0, now())',
      [id, balance, overdraft, yesterday],
    );
    if (Number(balance) !== 0) {
      await this.owner.query(
        `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code) values ($1, $3, '0000000000000001', $3, now(), $2, $2, 'ACMT-MCOP-OTHR')`,
        [id, balance, yesterday],
      );
    }
    return id;
  }

  /** The IBAN of an account. */
  async iban(accountId: string): Promise<string> {
    return (await this.owner.query<{ iban: string }>('select iban from account where account_id = $1', [accountId])).rows[0]!.iban;
  }

  async balance(accountId: string): Promise<{ booked: string; reserved: string; booked_before: string; today: boolean }> {
    const { rows } = await this.owner.query(
      `select booked::text, reserved::text, booked_before::text, last_booking_date = $2::date as today from account_balance where account_id = $1`,
      [accountId, this.clock.today()],
    );
    return rows[0];
  }

  async entries(accountId: string): Promise<{ amount: string; balance_after: string; entry_reference: string }[]> {
    return (
      await this.owner.query(
        `select amount::text, balance_after::text, entry_reference from entry where account_id = $1 and posting_id is not null order by booking_date, entry_reference`,
        [accountId],
      )
    ).rows;
  }
}

/** 200 at once wait for 8 connections; how long is not what is tested. */
const connected = (url: string, lockTimeoutMs: number): Promise<Database> =>
  openDatabase({ url, poolSize: 8, statementTimeoutMs: 60_000, lockTimeoutMs, connectTimeoutMs: 60_000 });

/** An IBAN of this bank with the right check digits. */
export const testIban = (id: string): string =>
  creditorIban({ bban: `097${(BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** 16n).toString().padStart(16, '0')}` })!;
