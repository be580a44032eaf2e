import type { Transaction } from '@open-banking/database';
import { erasedCreditor, erasedNameInOrders, erasedOrders } from './erased-orders.js';
import {
  eraseCounterparties,
  eraseEntryName,
  eraseEntryTexts,
  eraseOtherSides,
  eraseRenderedTexts,
  lockTexts,
  renderAgain,
  type EntryToErase,
} from './erased-entries.statements.js';

type Entries = readonly [EntryToErase, ...EntryToErase[]];

const present = <T>(values: readonly (T | null)[]): T[] => [...new Set(values.filter((value) => value !== null))];
const subjectsOf = (entries: Entries): string[] => present(entries.map(({ subject }) => subject));

const rangeOf = (accountId: string, entries: Entries): [string, string, string, string, string] => {
  const [first, last] = [entries[0], entries.at(-1)!];
  return [accountId, first.bookingDate, first.entryReference, last.bookingDate, last.entryReference];
};

/** Erases names and texts of entries that follow each other in an account's list, their rendered copies, and the orders that they were booked for. */
export async function erasedEntries(tx: Transaction, accountId: string, entries: Entries, now: Date): Promise<void> {
  await tx.rows(lockTexts);
  await ownEntries(tx, accountId, entries, now);
}

/** While the texts are locked. */
async function ownEntries(tx: Transaction, accountId: string, entries: Entries, now: Date): Promise<void> {
  await tx.rows(eraseEntryTexts, ...rangeOf(accountId, entries));
  await tx.rows(eraseRenderedTexts, ...rangeOf(accountId, entries));
  await erasedOrders(tx, subjectsOf(entries), accountId, now);
}

/** As `erasedEntries`, of an account whose only owner is erased: what others see of these entries no longer names them either. */
export async function erasedEntriesAndCounterparties(tx: Transaction, accountId: string, entries: Entries, now: Date): Promise<void> {
  await tx.rows(lockTexts);
  await tx.rows(eraseOtherSides, ...rangeOf(accountId, entries));
  await ownEntries(tx, accountId, entries, now);
  await tx.rows(eraseCounterparties, accountId, present(entries.map(({ postingId }) => postingId)));
  await erasedCreditor(tx, subjectsOf(entries), accountId);
}

/** Erases one owner's name in entries of an account that others own too, and in their orders. */
export async function erasedNameInEntries(tx: Transaction, accountId: string, entries: Entries, name: string): Promise<void> {
  await tx.rows(lockTexts);
  await tx.rows(eraseEntryName, ...rangeOf(accountId, entries), name);
  await tx.rows(eraseRenderedTexts, ...rangeOf(accountId, entries));
  await tx.rows(renderAgain, accountId, entries[0].bookingDate);
  await erasedNameInOrders(tx, subjectsOf(entries), accountId, name);
}
