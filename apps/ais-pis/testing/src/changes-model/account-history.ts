import { randomUUID } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { BankClock, type Transaction } from '@open-banking/database';
import { Money } from '@open-banking/messages';
import type { FeedChange } from '@open-banking/feed';
import { accountFeed } from '@open-banking/ais-pis-core-data';
import { LedgerService, PostingGroupsService, type Leg } from '@open-banking/ais-pis-ledger';
import type { TestLedger } from '../a-ledger.js';

const facts = { bankTransactionCode: 'PMNT-ICDT-ESCT', creditorName: 'Bookshop', remittanceUnstructured: 'For books' };
const dayMs = 86_400_000;

/** Histories run side by side, each at a time of its own. */
const offsets = new AsyncLocalStorage<{ ms: number }>();
export const historyClock = new BankClock('Asia/Jerusalem', () => offsets.getStore()?.ms ?? 0);
export const atItsOwnTime = <T>(work: () => Promise<T>): Promise<T> => offsets.run({ ms: 0 }, work);

const ledger = new LedgerService(historyClock, { ledger: 'own' });
const groups = new PostingGroupsService(historyClock);
const feed = accountFeed({ clock: historyClock });

/** What happens to one account, by the services that book, in transactions of their own. */
export class AccountHistory {
  private readonly reserved: string[] = [];
  private readonly returnable: { postingId: string; subject: string }[] = [];
  private readonly fedPending: string[] = [];
  private loaded = 0;

  private constructor(
    private readonly bank: TestLedger,
    readonly accountId: string,
  ) {}

  static async begin(bank: TestLedger, psuId: string): Promise<AccountHistory> {
    const accountId = await bank.account({ balance: '1000.00', overdraft: '100000' });
    await bank.owner.query(`insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')`, [psuId, accountId]);
    return new AccountHistory(bank, accountId);
  }

  nextDay(): void {
    offsets.getStore()!.ms += dayMs;
  }

  async reserve(): Promise<void> {
    const subject = randomUUID();
    await this.transaction((tx) => ledger.reserve(tx, { subject, accountId: this.accountId, amount: Money.of('EUR', '3.00'), facts }));
    this.reserved.push(subject);
  }

  async bookReserved(at: number, withFee: boolean): Promise<void> {
    const subject = taken(this.reserved, at);
    if (subject === undefined) return this.debit(withFee);
    await this.post(subject, this.payment(withFee), true);
  }

  debit(withFee: boolean): Promise<void> {
    return this.post(randomUUID(), this.payment(withFee), false);
  }

  async release(at: number): Promise<void> {
    const subject = taken(this.reserved, at);
    if (subject !== undefined) await this.transaction((tx) => ledger.release(tx, subject));
  }

  async returnPayment(at: number): Promise<void> {
    const payment = taken(this.returnable, at);
    if (payment) await this.transaction((tx) => ledger.reverse(tx, payment.postingId, 'PAYMENT_RETURNED', payment.subject, {}));
  }

  /** Books one that is reserved and one that is not, reserves one and releases one, in one transaction. */
  async group(at: number): Promise<void> {
    const [booked, released, reserving] = [taken(this.reserved, at), taken(this.reserved, at + 1), randomUUID()];
    await this.transaction(async (tx) => {
      await groups.lock(tx, [this.accountId], booked === undefined ? [] : [booked]);
      await groups.write(tx, {
        postings: [
          { kind: 'PAYMENT', subject: randomUUID(), legs: this.payment(false) },
          ...(booked === undefined
            ? []
            : [{ kind: 'PAYMENT' as const, subject: booked, legs: this.payment(true), releasesReservation: true }]),
        ],
        reservations: [{ subject: reserving, accountId: this.accountId, amount: Money.of('EUR', '4.00'), facts }],
        releases: released === undefined ? [] : [released],
      });
    });
    this.reserved.push(reserving);
  }

  /** The core books: something new, or what it has announced. `daysLate` is its own day before the bank's. */
  fedEntry(at: number, isAnnounced: boolean, daysLate: number): Promise<void> {
    const transactionId = (isAnnounced ? taken(this.fedPending, at) : undefined) ?? randomUUID().slice(0, 35);
    return this.feed({ type: 'entry', transactionId, amount: '-2.00', bookingDate: historyClock.dayOf(this.daysAgo(daysLate)) });
  }

  /** The core announces something new, or changes what it has announced. */
  async fedPendingEntry(at: number, isNew: boolean): Promise<void> {
    const known = this.fedPending[at % Math.max(this.fedPending.length, 1)];
    const transactionId = isNew || known === undefined ? randomUUID().slice(0, 35) : known;
    await this.feed({ type: 'pendingEntry', transactionId, amount: `-${1 + (at % 9)}.00` });
    if (transactionId !== known) this.fedPending.push(transactionId);
  }

  async fedRemoval(at: number): Promise<void> {
    const transactionId = taken(this.fedPending, at);
    if (transactionId !== undefined) await this.feed({ type: 'pendingEntry', change: 'remove', transactionId });
  }

  /** A file adds a pending entry, which has a reference of its own kind. */
  async loadPending(): Promise<void> {
    this.loaded += 1;
    await this.bank.owner.query(
      `with announced as (
        insert into pending_entry (account_id, entry_date, entry_reference, value_date, amount, bank_transaction_code)
        values ($1, $2, lpad($3, 16, '0'), $2, -1, 'PMNT-CCRD-POSD')
      ) update account_balance set reserved = reserved + 1 where account_id = $1`,
      [this.accountId, historyClock.today(), String(900_000 + this.loaded)],
    );
  }

  private payment(withFee: boolean): Leg[] {
    const ownLeg = (amount: string): Leg => ({ accountId: this.accountId, amount: Money.of('EUR', amount), facts });
    return [
      ownLeg('-3.00'),
      { internal: 'CLEARING', amount: Money.of('EUR', '3.00') },
      ...(withFee ? [ownLeg('-0.50'), { internal: 'FEES', amount: Money.of('EUR', '0.50') } as const] : []),
    ];
  }

  private async post(subject: string, legs: readonly Leg[], releasesReservation: boolean): Promise<void> {
    const posted = await this.transaction((tx) => ledger.post(tx, { kind: 'PAYMENT', subject, legs, releasesReservation }));
    if (!('postingId' in posted)) throw new Error(`refused: ${posted.refused}`);
    this.returnable.push({ postingId: posted.postingId, subject });
  }

  private async feed({ type, change = 'upsert', ...fields }: Pick<FeedChange, 'type'> & Record<string, string>): Promise<void> {
    const given = { accountId: this.accountId, valueDate: historyClock.today(), bankTransactionCode: 'PMNT-RCDT-ESCT', ...fields };
    const one = { line: 1, type, change, fields: given } as unknown as FeedChange;
    await this.transaction((tx) => feed.apply(tx, [{ source: 'core', position: 1n, changes: [one], lines: 1 }]));
  }

  private daysAgo(days: number): Date {
    return new Date(historyClock.now().getTime() - days * dayMs);
  }

  private transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.bank.database.transaction(work);
  }
}

/** Takes one of those there are. */
const taken = <T>(of: T[], at: number): T | undefined => of.splice(at % Math.max(of.length, 1), 1)[0];
