// A database of ais-pis to load statements into: an account of its own for each test.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolder } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import type { StatementOptions } from '../src/load/camt/load-statements.js';
import type { StatementReport } from '../src/load/camt/statement-report.js';
import { load } from '../src/load/load.js';
import { text, type Line } from './a-small-bank.js';

export interface BookedEntry {
  readonly id: string;
  readonly reference: string;
  readonly day: string;
  readonly amount: string;
  readonly balance: string;
}

/** An IBAN with right check digits (ISO 13616). */
const numberedIban = (number: number): string => {
  const bban = `51210800${String(number).padStart(10, '0')}`;
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, '0')}${bban}`;
};

/** Accounts in euro; two in yen follow. Loaded at once, as each load takes a while. */
const accounts = 40;

function accountLines(number: number, currency: string): Line[] {
  const [psuId, accountId, day] = [randomUUID(), randomUUID(), '2026-11-01'];
  const names = { bic: 'SOGEDEFFXXX', currency, ownerName: 'Ada', name: 'Giro', product: 'Giro', cashAccountType: 'CACC' };
  const sums = { booked: '1000', reserved: '0', incoming: '0', overdraft: '5000', bookedBefore: '0' };
  const entry = { entryReference: '0000000000000001', bookingDate: day, valueDate: day, bankTransactionCode: 'PMNT-RCDT-ESCT' };
  return [
    { type: 'psu', psuId, login: `customer-${number}`, loginSubject: psuId, name: 'Ada', language: 'en' },
    { type: 'account', accountId, iban: numberedIban(number), ...names, status: 'enabled', usage: 'PRIV', openedOn: '2025-01-02' },
    { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
    { type: 'accountBalance', accountId, ...sums, lastBookingDate: day, changedAt: `${day}T10:00:00Z` },
    { type: 'entry', accountId, ...entry, bookedAt: `${day}T08:00:00Z`, amount: '1000', balanceAfter: '1000' },
  ];
}

export class StatementBooks {
  readonly files = temporaryFolder();
  #database!: Awaited<ReturnType<typeof freshDatabase>>;
  client!: pg.Client;
  readonly #used = { EUR: 0, JPY: 0 };

  async start(): Promise<void> {
    this.#database = await freshDatabase('ais-pis');
    this.client = new pg.Client({ connectionString: this.url });
    await this.client.connect();
    await this.loadLines(
      Array.from({ length: accounts + 2 }, (_, number) => accountLines(number, number < accounts ? 'EUR' : 'JPY')).flat(),
    );
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.#database.close();
    this.files.remove();
  }

  get url(): string {
    return this.#database.ownerUrl;
  }

  /** An account of no other test with 1000.00, booked on 1 November 2026; returns its IBAN. */
  account(currency: 'EUR' | 'JPY' = 'EUR'): string {
    const number = this.#used[currency];
    this.#used[currency] += 1;
    return numberedIban(currency === 'EUR' ? number : accounts + number);
  }

  async loadLines(lines: readonly Line[]): Promise<void> {
    const path = join(this.files.path, 'lines.ndjson');
    writeFileSync(path, text(lines));
    await load('ais-pis', path, this.url);
  }

  /** Writes a file and loads it. */
  async load(
    xml: string | Buffer,
    options: StatementOptions = {},
    name = 'statement.xml',
  ): Promise<StatementReport & { readonly lines: number }> {
    const path = join(this.files.path, name);
    writeFileSync(path, xml);
    let report: StatementReport | undefined;
    const lines = await load('ais-pis', path, this.url, {
      ...options,
      onReport: (made) => {
        report = made;
      },
    });
    return { ...report!, lines };
  }

  /** The message with which a file is refused; it must leave the account as it is. */
  async refusal(iban: string, xml: string | Buffer, options: StatementOptions = {}): Promise<string> {
    const before = await this.entries(iban);
    const message = await this.load(xml, options).then(
      (report) => `loaded: ${JSON.stringify(report)}`,
      (error: Error) => error.message,
    );
    expect(await this.entries(iban)).toEqual(before);
    return message;
  }

  /** The account's entries after its first one, in their order. */
  async entries(iban: string): Promise<BookedEntry[]> {
    const { rows } = await this.client.query<BookedEntry>(
      `select coalesce(e.transaction_id, e.entry_reference) as id, e.entry_reference as reference, e.booking_date::text as day, e.amount::text, e.balance_after::text as balance
      from entry e join account a using (account_id) where a.iban = $1 and e.entry_reference <> '0000000000000001' order by e.booking_date, e.entry_reference`,
      [iban],
    );
    return rows;
  }

  async amounts(iban: string): Promise<string[]> {
    return (await this.entries(iban)).map(({ amount }) => amount);
  }
}
