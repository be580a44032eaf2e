import { randomUUID } from 'node:crypto';
import type { Transaction } from '@open-banking/database';
import { amountDigits, amountMisfit, Decimal } from '@open-banking/messages';
import {
  changesOf,
  FeedRefused,
  namingLine,
  proverOf,
  RowChanges,
  runsOf,
  slicesOf,
  type FeedChange,
  type FeedContext,
  type FeedPace,
  type FeedTarget,
  type Touched,
} from '@open-banking/feed';
import { endsMisfit, lockAccountsOfGroup } from '@open-banking/ais-pis-ledger';
import { accountOwners } from '../ledger-proofs/account-proofs.js';
import { fedAccounts, bookFedEntries, knownFedEntries, openBalances } from './fed-entries.statements.js';
import { type FedBalance, type FedEntry, type FedPendingEntry, feedFormat, rowFormat } from './feed-format.js';

/** An account while a feed is applied. */
interface Account {
  readonly currency: string;
  booked: Decimal;
}

/** Entries and balances of a feed, as one posting. */
interface Booking {
  readonly entries: (FedEntry & { readonly at: number })[];
  /** What is pending in the end, by account and transaction. */
  readonly announced: Map<string, FedPendingEntry & { readonly at: number }>;
  /** What may be pending and is so no longer, or not as it was. */
  readonly released: Map<string, { readonly accountId: string; readonly transactionId: string }>;
  readonly creditLines: Map<string, string>;
}

const entryKey = ({ accountId, transactionId }: { readonly accountId: string; readonly transactionId: string }): string =>
  `${accountId} ${transactionId}`;

const moneyTypes: readonly string[] = ['entry', 'pendingEntry', 'accountBalance'];
const ownerTypes: readonly string[] = ['account', 'holder'];
const isMoney = ({ type }: FeedChange): boolean => moneyTypes.includes(type);

/** Current accounts, their holders and entries as the bank's core says. */
export function accountFeed({ clock }: FeedContext): FeedTarget {
  const rows = new RowChanges(rowFormat);
  const proveOwners = proverOf([accountOwners], rowFormat);
  // Many steps book on one account together, in their order: they are computed one after the other.
  const touchedBy = (change: FeedChange): Touched =>
    isMoney(change) ? { alone: [], beside: [String(change.fields['accountId'])] } : rows.touchedBy(change);

  /** Applies changes that name each row in one step alone. Returns the accounts whose holders are to be proved. */
  async function applyRun(tx: Transaction, changes: readonly FeedChange[], pace: FeedPace = 'together'): Promise<string[]> {
    await rows.apply(tx, changes, pace);
    const [today, now] = [clock.today(), clock.now()];
    const opened = changes
      .filter(({ type, change }) => type === 'account' && change === 'upsert')
      .map(({ fields }) => String(fields['accountId']));
    if (opened.length > 0) await tx.rows(openBalances, opened, today, now);
    const money = changes.filter(isMoney);
    for (const some of pace === 'together' ? [money] : money.map((one) => [one]))
      if (some.length > 0) await namingLine(pace, some[0]!.line, () => book(tx, some, today, now));
    return rows.resourcesOf(changes.filter(({ type }) => ownerTypes.includes(type)));
  }

  return {
    format: feedFormat,
    apply: async (tx, steps, pace) => {
      for (const run of runsOf(steps, touchedBy)) {
        const owned = await applyRun(tx, changesOf(run), pace);
        if (owned.length > 0) await proveOwners(tx, owned);
      }
    },
    applySlices: async (tx, slices, pace) => {
      const touched = new Set<string>();
      for await (const changes of slices) for (const account of await applyRun(tx, changes, pace)) touched.add(account);
      for (const accounts of slicesOf([...touched])) await proveOwners(tx, accounts);
    },
  };
}

async function book(tx: Transaction, changes: readonly FeedChange[], today: string, now: Date): Promise<void> {
  const accounts = await locked(tx, changes);
  await refuseKnown(tx, changes);
  const booking: Booking = { entries: [], announced: new Map(), released: new Map(), creditLines: new Map() };
  for (const change of changes) {
    const account = accounts.get(String(change.fields['accountId']));
    if (!account) throw new FeedRefused(change.line, 'accountId', 'is no account of this bank: an account is sent before its entries');
    add(booking, change, account);
  }
  await write(tx, booking, accounts, today, now);
}

async function locked(tx: Transaction, changes: readonly FeedChange[]): Promise<ReadonlyMap<string, Account>> {
  const ids = [...new Set(changes.map(({ fields }) => String(fields['accountId'])))];
  await tx.rows(lockAccountsOfGroup, ids);
  return new Map(
    (await tx.rows(fedAccounts, ids)).map(({ accountId, currency, booked }) => [accountId, { currency, booked: new Decimal(booked) }]),
  );
}

/** Two entries of an account have the same id only by mistake: the core sent one twice. */
async function refuseKnown(tx: Transaction, changes: readonly FeedChange[]): Promise<void> {
  const entries = changes.filter(({ type, booksNothing }) => type === 'entry' && booksNothing === undefined);
  const keys = entries.map(({ fields }) => ({ accountId: String(fields['accountId']), transactionId: String(fields['transactionId']) }));
  const seen = new Set(entries.length === 0 ? [] : (await tx.rows(knownFedEntries, JSON.stringify(keys))).map(entryKey));
  for (const [index, key] of keys.entries()) {
    if (seen.has(entryKey(key))) throw new FeedRefused(entries[index]!.line, 'transactionId', 'is of an entry that is booked already');
    seen.add(entryKey(key));
  }
}

/** Adds a change to what is booked, in the order of the feed. */
function add(
  { entries, announced, released, creditLines }: Booking,
  { line, type, change, fields, booksNothing }: FeedChange,
  account: Account,
): void {
  const at = line;
  if (!isCorrection(type, fields, account)) refuseMisfits(fields, account, line);
  if (type === 'accountBalance') {
    const { accountId, booked, overdraft } = fields as unknown as FedBalance;
    if (booked !== undefined && !account.booked.equals(booked))
      throw new FeedRefused(
        line,
        'booked',
        `is ${booked} in the core and ${String(account.booked)} here: an entry is missing, or one too many is booked`,
      );
    if (overdraft !== undefined) creditLines.set(accountId, overdraft);
    return;
  }
  const entry = fields as unknown as FedEntry;
  const name = entryKey(entry);
  released.set(name, { accountId: entry.accountId, transactionId: entry.transactionId });
  announced.delete(name);
  // A pending entry with its id is over, as with any entry.
  if (booksNothing !== undefined) return;
  if (type === 'pendingEntry') {
    if (change === 'upsert') announced.set(name, { ...entry, at });
    return;
  }
  entries.push({ ...entry, at });
  account.booked = account.booked.plus(entry.amount);
  const { whole } = amountDigits(account.booked.toFixed());
  const misfit = amountMisfit(account.currency, { whole, fraction: 0 });
  if (misfit !== undefined) throw new FeedRefused(line, 'amount', `would make a balance of ${account.booked.toFixed()}, which ${misfit}`);
}

/** Fields of a line that are amounts in the currency of its account; `booked` must be what the books say anyway. */
const amounts = ['amount', 'overdraft'] as const;

/** An entry that ends the decimals which a balance has beyond its currency: a release before this one loaded them. */
const isCorrection = (type: string, { amount }: FeedChange['fields'], { currency, booked }: Account): boolean =>
  type === 'entry' && typeof amount === 'string' && endsMisfit({ currency, amount }, booked.toFixed());

function refuseMisfits(fields: FeedChange['fields'], { currency }: Account, line: number): void {
  for (const field of amounts) {
    const value = fields[field];
    const misfit = typeof value === 'string' ? amountMisfit(currency, amountDigits(value)) : undefined;
    if (misfit !== undefined) throw new FeedRefused(line, field, misfit);
  }
}

async function write(
  tx: Transaction,
  { entries, announced, released, creditLines }: Booking,
  accounts: ReadonlyMap<string, Account>,
  today: string,
  now: Date,
): Promise<void> {
  const currencyOf = ({ accountId }: FedEntry): string => accounts.get(accountId)!.currency;
  const legs = [...Map.groupBy(entries, currencyOf)]
    .map(([currency, of]) => ({ currency, amount: Decimal.sum(...of.map(({ amount }) => amount)).negated() }))
    .filter(({ amount }) => !amount.isZero())
    .map(({ currency, amount }) => ({ currency, amount: amount.toFixed() }));
  await tx.rows(
    bookFedEntries,
    JSON.stringify(entries),
    JSON.stringify(legs),
    JSON.stringify([...released.values()]),
    JSON.stringify([...announced.values()]),
    JSON.stringify([...creditLines].map(([accountId, overdraft]) => ({ accountId, overdraft }))),
    randomUUID(),
    entries.length + legs.length,
    today,
    now,
  );
}
