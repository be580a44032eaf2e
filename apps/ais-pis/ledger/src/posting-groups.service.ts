import { Injectable } from '@nestjs/common';
import { BankClock, type Transaction } from '@open-banking/database';
import { Decimal } from '@open-banking/messages';
import type { Posting, Reservation } from './ledger.service.js';
import { GroupFunds } from './posting-group.js';
import { accountsOfGroup, bookPostings, lockAccountsOfGroup, releaseAll, reserveAll, reservedAmounts } from './posting-group.statements.js';
import { isOfAccount, unbalancedIn, type InternalLeg } from './posting.js';

export type GroupPosting = Pick<Posting, 'kind' | 'subject' | 'legs' | 'releasesReservation'>;

/** What a group writes. Subjects are distinct. */
export interface GroupWrites {
  readonly postings: readonly GroupPosting[];
  readonly reservations: readonly Reservation[];
  /** Subjects whose reservation is released without a posting. */
  readonly releases: readonly string[];
}

/**
 * Several postings in one transaction (docs/decisions/0063): the accounts of all are locked at once, the caller decides each posting
 * by the funds that the ones before it leave, and all are written together.
 */
@Injectable()
export class PostingGroupsService {
  constructor(private readonly clock: BankClock) {}

  /** Locks accounts in id order until the transaction ends. `reserving`: subjects that may have a reservation. */
  async lock(tx: Transaction, accountIds: readonly string[], reserving: readonly string[]): Promise<GroupFunds> {
    const wanted = [...new Set(accountIds)];
    if (wanted.length === 0) return new GroupFunds(new Map(), new Map());
    await tx.rows(lockAccountsOfGroup, wanted);
    const accounts = await tx.rows(accountsOfGroup, wanted);
    const reserved = reserving.length === 0 ? [] : await tx.rows(reservedAmounts, reserving);
    return new GroupFunds(
      new Map(accounts.map((account) => [account.accountId, account])),
      new Map(reserved.map(({ subject, accountId, amount }) => [subject, { accountId, amount: new Decimal(amount) }])),
    );
  }

  /** Writes what the funds allow, in the order given. Throws if a posting does not sum to zero. */
  async write(tx: Transaction, { postings, reservations, releases }: GroupWrites): Promise<void> {
    if (postings.length > 0) await this.book(tx, postings);
    const [today, now] = [this.clock.today(), this.clock.now()];
    if (reservations.length > 0)
      await tx.rows(
        reserveAll,
        JSON.stringify(reservations.map(({ facts, amount, ...rest }, at) => ({ ...facts, ...rest, at, amount: String(amount) }))),
        today,
        now,
      );
    if (releases.length > 0) await tx.rows(releaseAll, releases, now);
  }

  private async book(tx: Transaction, postings: readonly GroupPosting[]): Promise<void> {
    for (const { subject, legs } of postings) {
      const unbalanced = unbalancedIn(legs);
      if (unbalanced) throw new Error(`The posting for ${subject} does not sum to zero in ${unbalanced}`);
    }
    const legs = postings.flatMap(({ subject, legs: ofPosting }) => ofPosting.map((leg) => ({ subject, leg })));
    const entries = legs.flatMap(({ subject, leg }, at) =>
      isOfAccount(leg)
        ? [{ ...leg.facts, at, subject, accountId: leg.accountId, valueDate: leg.valueDate, amount: String(leg.amount) }]
        : [],
    );
    const internal = legs.flatMap(({ subject, leg }) =>
      isOfAccount(leg) ? [] : [{ subject, internal: (leg satisfies InternalLeg).internal, ...leg.amount.toMessage() }],
    );
    const releasing = postings.filter(({ releasesReservation }) => releasesReservation).length;
    const asked = postings.map(({ kind, subject, legs: { length }, releasesReservation = false }, at) => ({
      at,
      kind,
      subject,
      legs: length,
      releases: releasesReservation,
    }));
    const booked = (await tx.row(
      bookPostings,
      JSON.stringify(asked),
      JSON.stringify(entries),
      JSON.stringify(internal),
      this.clock.today(),
      this.clock.now(),
    ))!;
    if (booked.released !== releasing) throw new Error(`${booked.released} of ${releasing} reservations could be released`);
  }
}
