import { Injectable } from '@nestjs/common';
import { BankClock, type Transaction } from '@open-banking/database';
import { Money } from '@open-banking/messages';
import { bookPosting, reserve, legsOf, release, lockAccounts, postingOf, type FoundPosting, type LegRow } from './ledger.statements.js';
import {
  isOfAccount,
  refusalOf,
  totalOf,
  unbalancedIn,
  type AccountLeg,
  type EntryFacts,
  type InternalAccount,
  type InternalLeg,
  type Leg,
  type LedgerRefusal,
  type LockedAccount,
  type PostingKind,
} from './posting.js';

export interface Posting {
  readonly kind: PostingKind;
  /** The payment or collection. It has one posting of a kind: a second is refused by the database. */
  readonly subject: string;
  readonly legs: readonly Leg[];
  /** The bank's day from which it counts for interest; today where nothing is said. */
  readonly valueDate?: string;
  /** Lets go of what was reserved for the subject, which pays for this. */
  readonly releases?: boolean;
  /** Money that comes back: blocked and closed accounts take it too. */
  readonly givesBack?: boolean;
}

export interface Reservation {
  readonly subject: string;
  readonly accountId: string;
  /** What is reserved, without a sign. */
  readonly amount: Money;
  readonly valueDate?: string;
  readonly facts: EntryFacts;
}

export interface Refused {
  readonly refused: LedgerRefusal;
  readonly accountId: string;
}
export type Posted = { readonly postingId: string } | Refused;

/**
 * The books: double entry, each posting whole and in the caller's transaction. Accounts are locked until that ends, so
 * a caller locks what it needs itself (its payment, its collection) before it calls.
 */
@Injectable()
export class LedgerService {
  constructor(private readonly clock: BankClock) {}

  /** Books, or says which account cannot; then nothing has happened. Legs that do not sum to zero are a fault of the caller's. */
  post(tx: Transaction, posting: Posting): Promise<Posted> {
    return this.book(tx, posting);
  }

  /**
   * Takes a posting back by another one with all its legs turned round. What is given back is taken by blocked and closed
   * accounts too, and has the value date of the debit (PSD2 art. 76(1), 89(1)); what is taken back counts from today (art. 87(3)).
   */
  async reverse(tx: Transaction, postingId: string, kind: PostingKind, subject: string, facts: Partial<EntryFacts>): Promise<Posted> {
    const legs = (await tx.rows(legsOf, postingId)).map((leg) => reversedLeg(leg, facts));
    if (legs.length === 0) throw new Error(`there is no posting ${postingId}`);
    return this.book(tx, { kind, subject, legs, givesBack: true }, postingId);
  }

  /** Keeps money back for a subject: it cannot be spent, and stands among the pending entries. */
  async reserve(tx: Transaction, { subject, accountId, amount, valueDate, facts }: Reservation): Promise<Refused | undefined> {
    const [account] = await this.locked(tx, [accountId], subject);
    const refused = refusalOf(account!, amount.negated(), { givenBack: false });
    if (refused) return { refused, accountId };
    const today = this.clock.today();
    await tx.rows(reserve, accountId, subject, String(amount), today, valueDate ?? today, this.clock.now(), JSON.stringify(facts));
    return undefined;
  }

  /** False: nothing was kept back for this subject (any longer). */
  async release(tx: Transaction, subject: string): Promise<boolean> {
    return (await tx.row(release, subject, this.clock.now())) !== undefined;
  }

  /** The posting of this kind that a subject has, if it has. */
  async find(tx: Transaction, subject: string, kind: PostingKind): Promise<FoundPosting | undefined> {
    return tx.row(postingOf, subject, kind);
  }

  private async book(
    tx: Transaction,
    { kind, subject, legs, valueDate, releases = false, givesBack = false }: Posting,
    reverses: string | null = null,
  ): Promise<Posted> {
    const entries = legs.filter(isOfAccount);
    const accounts = await this.locked(
      tx,
      entries.map(({ accountId }) => accountId),
      subject,
    );
    refuseOtherCurrency(entries, accounts, subject);
    const unbalanced = unbalancedIn(legs);
    if (unbalanced) throw new Error(`a posting for ${subject} does not sum to zero in ${unbalanced}`);
    const refused = firstRefusal(
      accounts.map((account) => (releases ? account : { ...account, keptForThis: '0' })),
      entries,
      { givenBack: givesBack },
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
      releases,
    ))!;
    if (booked.released !== (releases ? 1 : 0)) throw new Error(`${booked.released} reservations were there for ${subject}`);
    return { postingId: booked.postingId };
  }

  /** The accounts in id order, locked. One that does not exist is a fault of the caller's. */
  private async locked(tx: Transaction, accountIds: readonly string[], subject: string): Promise<LockedAccount[]> {
    const wanted = [...new Set(accountIds)];
    const accounts = await tx.rows(lockAccounts, wanted, subject);
    if (accounts.length !== wanted.length) throw new Error(`a posting for ${subject} names an account that does not exist`);
    return accounts;
  }
}

function firstRefusal(
  accounts: readonly LockedAccount[],
  entries: readonly AccountLeg[],
  how: { readonly givenBack: boolean },
): Refused | undefined {
  for (const account of accounts) {
    const change = totalOf(
      account.currency,
      entries.filter(({ accountId }) => accountId === account.accountId),
    );
    const refused = refusalOf(account, change, how);
    if (refused) return { refused, accountId: account.accountId };
  }
  return undefined;
}

/** An entry in another currency than its account's is a fault of the caller's. */
function refuseOtherCurrency(entries: readonly AccountLeg[], accounts: readonly LockedAccount[], subject: string): void {
  for (const { accountId, currency } of accounts) {
    const other = entries.find((entry) => entry.accountId === accountId && entry.amount.currency !== currency);
    if (other) throw new Error(`a posting for ${subject} books ${other.amount.currency} on an account kept in ${currency}`);
  }
}

function reversedLeg({ accountId, internal, currency, amount: booked, facts, valueDate }: LegRow, given: Partial<EntryFacts>): Leg {
  const amount = Money.of(currency, booked).negated();
  return accountId === null
    ? { internal: internal as InternalAccount, amount }
    : { accountId, amount, facts: { ...facts!, ...given }, ...(amount.isPositive && { valueDate: valueDate! }) };
}
