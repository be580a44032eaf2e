import { randomUUID } from 'node:crypto';
import type { CustomerPrincipal } from '@open-banking/access';
import { noRepeatedHeaders, type JsonText, type RequestContext } from '@open-banking/http';
import type { TransactionsService, Transaction, Transactions, TransactionsQuery } from '@open-banking/ais-pis-accounts';
import { historyClock } from './account-history.js';

export type BookingStatus = 'booked' | 'pending' | 'both';
type Lists = Transactions['transactions'];
/** What a list shows, in any order: an entry by its transactionId, with the list it is in. */
export type FollowedEntries = ReadonlyMap<string, { readonly list: 'pending' | 'booked'; readonly entry: Transaction }>;

export interface Account {
  readonly transactions: TransactionsService;
  readonly principal: CustomerPrincipal;
  readonly accountId: string;
  /** The first day that the bank serves. */
  readonly earliest: string;
}

/** Reads one page, as a request does: what waits for the answer runs before it is there. */
async function page(
  { transactions, principal, accountId }: Account,
  query: TransactionsQuery,
  requestId: string = randomUUID(),
): Promise<Lists> {
  const context: RequestContext = { requestId, address: '127.0.0.1', method: 'GET', path: '', repeatedHeaders: noRepeatedHeaders };
  const now = { ...principal, at: historyClock.now() };
  const answer = (await transactions.list(now, accountId, query, context)) as JsonText<Transactions>;
  const { transactions: lists } = answer.toJSON() as Transactions;
  await context.beforeAnswer?.();
  return lists;
}

const linkQuery = (href: string): TransactionsQuery =>
  Object.fromEntries(new URL(href, 'http://bank').searchParams) as unknown as TransactionsQuery;

/** The full list as it is now. */
export async function fullList(account: Account, bookingStatus: BookingStatus): Promise<FollowedEntries> {
  const shown = new Map<string, { list: 'pending' | 'booked'; entry: Transaction }>();
  let query: TransactionsQuery | undefined = { bookingStatus, dateFrom: account.earliest, limit: '500' };
  while (query) {
    const { pending = [], booked = [], _links }: Lists = await page(account, query);
    for (const entry of pending) shown.set(entry.transactionId, { list: 'pending', entry });
    for (const entry of booked) shown.set(entry.transactionId, { list: 'booked', entry });
    query = _links.next && linkQuery(_links.next.href);
  }
  return shown;
}

/** A client that reads nothing but changes. */
export interface Follower {
  readonly shown: FollowedEntries;
  /** Reads what has changed. `lost`: of how many pages the answers arrive before one is lost, and the client begins this again. */
  follow(lost?: number): Promise<void>;
}

/** Applies the lists of a page in their order, by transactionId alone. */
function apply(shown: Map<string, { list: 'pending' | 'booked'; entry: Transaction }>, { removed = [], pending = [], booked = [] }: Lists) {
  for (const { transactionId } of removed) shown.delete(transactionId);
  for (const entry of pending) shown.set(entry.transactionId, { list: 'pending', entry });
  for (const entry of booked) shown.set(entry.transactionId, { list: 'booked', entry });
}

/** Follows `_links.changes`, or with `plain` repeats the bare request, which the bank remembers. */
export class ChangesFollower implements Follower {
  readonly shown = new Map<string, { list: 'pending' | 'booked'; entry: Transaction }>();
  private from: TransactionsQuery;

  constructor(
    private readonly account: Account,
    bookingStatus: BookingStatus,
    private readonly plain: boolean,
    limit: number,
  ) {
    this.from = { bookingStatus, deltaList: 'true', limit: String(limit) };
  }

  async follow(lost?: number): Promise<void> {
    const requestId = randomUUID();
    if (lost !== undefined) await this.read(requestId, lost);
    await this.read(requestId);
  }

  /** Shows what has arrived, also of what is broken off. */
  private async read(requestId: string, lost = Infinity): Promise<void> {
    let query: TransactionsQuery | undefined = this.from;
    for (let pages = 0; query; pages += 1) {
      const lists = await page(this.account, query, pages === 0 ? requestId : undefined);
      if (pages >= lost) return;
      apply(this.shown, lists);
      const { next, changes }: Lists['_links'] = lists._links;
      if (changes && !this.plain) this.from = linkQuery(changes.href);
      query = next && linkQuery(next.href);
    }
  }
}

/** Asks for what was booked after the newest entry it has, and takes what is pending as a whole. */
export class ReferenceFollower implements Follower {
  readonly shown = new Map<string, { list: 'pending' | 'booked'; entry: Transaction }>();
  private newest: string | undefined;

  constructor(
    private readonly account: Account,
    private readonly bookingStatus: 'booked' | 'both',
    private readonly limit: number,
  ) {}

  async follow(): Promise<void> {
    const { bookingStatus, newest, limit } = this;
    const first: TransactionsQuery =
      newest === undefined
        ? { bookingStatus, dateFrom: this.account.earliest, limit: String(limit) }
        : { bookingStatus, entryReferenceFrom: newest, limit: String(limit) };
    for (const [id, { list }] of this.shown) if (list === 'pending') this.shown.delete(id);
    let newestFound: string | undefined;
    for (let query: TransactionsQuery | undefined = first; query;) {
      const lists: Lists = await page(this.account, query);
      newestFound ??= lists.booked?.[0]?.entryReference;
      apply(this.shown, lists);
      query = lists._links.next && linkQuery(lists._links.next.href);
    }
    this.newest = newestFound ?? newest;
  }
}
