import { Injectable } from '@nestjs/common';
import { BankClock, type Transaction } from '@open-banking/database';
import { Money, Refusal } from '@open-banking/messages';
import {
  bookPosting,
  reserve,
  postingLegs,
  release,
  lockAccounts,
  postingOf,
  type FoundPosting,
  type LegRow,
} from './ledger.statements.js';
import { LedgerSettings } from './ledger.settings.js';
import type { RefusedPosting } from './posting-group.js';
import {
  isOfAccount,
  postingRefusal,
  totalOf,
  unbalancedIn,
  type AccountLeg,
  type EntryFacts,
  type InternalAccount,
  type InternalLeg,
  type Leg,
  type LockedAccount,
  type PostingKind,
} from './posting.js';

export interface Posting {
  readonly kind: PostingKind;
  /** Id of the payment, collection or other subject. The database refuses a second posting of the same kind for it. */
  readonly subject: string;
  readonly legs: readonly Leg[];
  /** The bank's day from which the amounts count for interest. Default: today. */
  readonly valueDate?: string;
  /** Releases the subject's reservation and pays with it. */
  readonly releasesReservation?: boolean;
  /** Returned money: blocked and closed accounts accept it too. */
  readonly returnsFunds?: boolean;
}

export interface Reservation {
  readonly subject: string;
  readonly accountId: string;
  /** The reserved amount, positive. */
  readonly amount: Money;
  readonly valueDate?: string;
  readonly facts: EntryFacts;
  /** The subject, where the core will book the entry under it. */
  readonly transactionId?: string | undefined;
}

export type Posted = { readonly postingId: string } | RefusedPosting;

/**
 * Double-entry bookkeeping. Each posting is written as a whole, in the caller's transaction. Accounts stay locked until that
 * ends, so callers must lock their own rows (payment, collection) before they call.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly clock: BankClock,
    private readonly settings: LedgerSettings,
  ) {}

  /** Books the posting, or returns which account refuses it; then nothing is changed. Throws if the legs do not sum to zero. */
  post(tx: Transaction, posting: Posting): Promise<Posted> {
    return this.book(tx, posting);
  }

  /**
   * Reverses a posting by another one with all signs inverted. Blocked and closed accounts accept the credits too. Credits have
   * the value date of the original debit (PSD2 art. 76(1), 89(1)); debits have today's (art. 87(3)).
   */
  async reverse(tx: Transaction, postingId: string, kind: PostingKind, subject: string, facts: Partial<EntryFacts>): Promise<Posted> {
    const legs = (await tx.rows(postingLegs, postingId)).map((leg) => reversedLeg(leg, facts));
    if (legs.length === 0) throw new Error(`Posting ${postingId} does not exist`);
    return this.book(tx, { kind, subject, legs, returnsFunds: true }, postingId);
  }

  /** Reserves money for a subject: it cannot be spent otherwise, and appears as a pending entry. */
  async reserve(
    tx: Transaction,
    { subject, accountId, amount, valueDate, facts, transactionId }: Reservation,
  ): Promise<RefusedPosting | undefined> {
    const [account] = await this.locked(tx, [accountId], subject);
    const refused = postingRefusal(account!, amount.negated(), { returnsFunds: false });
    if (refused) return { refused, accountId };
    const today = this.clock.today();
    await tx.rows(
      reserve,
      accountId,
      subject,
      String(amount),
      today,
      valueDate ?? today,
      this.clock.now(),
      JSON.stringify(facts),
      transactionId ?? null,
    );
    return undefined;
  }

  /** Releases a subject's reservation; returns false if it has none. */
  async release(tx: Transaction, subject: string): Promise<boolean> {
    return (await tx.row(release, subject, this.clock.now())) !== undefined;
  }

  /** The subject's posting of this kind, if there is one. */
  async find(tx: Transaction, subject: string, kind: PostingKind): Promise<FoundPosting | undefined> {
    return tx.row(postingOf, subject, kind);
  }

  private async book(
    tx: Transaction,
    { kind, subject, legs, valueDate, releasesReservation = false, returnsFunds = false }: Posting,
    reverses: string | null = null,
  ): Promise<Posted> {
    if (this.settings.ledger === 'core') throw new Refusal([{ code: 'STATUS_INVALID', text: coreBooks }]);
    const entries = legs.filter(isOfAccount);
    const accounts = await this.locked(
      tx,
      entries.map(({ accountId }) => accountId),
      subject,
    );
    refuseOtherCurrency(entries, accounts, subject);
    const unbalanced = unbalancedIn(legs);
    if (unbalanced) throw new Error(`The posting for ${subject} does not sum to zero in ${unbalanced}`);
    const refused = firstRefusal(
      accounts.map((account) => (releasesReservation ? account : { ...account, reservedForSubject: '0' })),
      entries,
      { returnsFunds },
    );
    if (refused) return refused;
    const today = this.clock.today();
    const booked = (await tx.row(
      bookPosting,
      kind,
      subject,
      reverses,
      today,
      valueDate ?? today,
      this.clock.now(),
      JSON.stringify(
        entries.map(({ accountId, amount, facts, valueDate: ofLeg }, at) => ({
          ...facts,
          at,
          accountId,
          valueDate: ofLeg,
          amount: String(amount),
        })),
      ),
      JSON.stringify(
        legs.filter((leg): leg is InternalLeg => !isOfAccount(leg)).map(({ internal, amount }) => ({ internal, ...amount.toMessage() })),
      ),
      legs.length,
      releasesReservation,
    ))!;
    if (booked.released !== (releasesReservation ? 1 : 0)) throw new Error(`${subject} had ${booked.released} reservations to release`);
    return { postingId: booked.postingId };
  }

  /** Locks the accounts in id order. Throws if one does not exist. */
  private async locked(tx: Transaction, accountIds: readonly string[], subject: string): Promise<LockedAccount[]> {
    const wanted = [...new Set(accountIds)];
    const accounts = await tx.rows(lockAccounts, wanted, subject);
    if (accounts.length !== wanted.length) throw new Error(`The posting for ${subject} names an account that does not exist`);
    return accounts;
  }
}

const coreBooks = 'The core of the bank keeps the books (LEDGER=core): it books this, and its feed brings the entry.';

function firstRefusal(
  accounts: readonly LockedAccount[],
  entries: readonly AccountLeg[],
  how: { readonly returnsFunds: boolean },
): RefusedPosting | undefined {
  for (const account of accounts) {
    const change = totalOf(
      account.currency,
      entries.filter(({ accountId }) => accountId === account.accountId),
    );
    const refused = postingRefusal(account, change, how);
    if (refused) return { refused, accountId: account.accountId };
  }
  return undefined;
}

/** Throws if an entry's currency differs from its account's. */
function refuseOtherCurrency(entries: readonly AccountLeg[], accounts: readonly LockedAccount[], subject: string): void {
  for (const { accountId, currency } of accounts) {
    const other = entries.find((entry) => entry.accountId === accountId && entry.amount.currency !== currency);
    if (other) throw new Error(`The posting for ${subject} books ${other.amount.currency} on an account in ${currency}`);
  }
}

function reversedLeg({ accountId, internal, currency, amount: booked, facts, valueDate }: LegRow, given: Partial<EntryFacts>): Leg {
  const amount = Money.of(currency, booked).negated();
  return accountId === null
    ? { internal: internal as InternalAccount, amount }
    : { accountId, amount, facts: { ...facts!, ...given }, ...(amount.isPositive && { valueDate: valueDate! }) };
}
