import { Money } from '@open-banking/messages';
import type { InstructedPayment } from '@open-banking/contracts';
import type { BankSide } from './bank-side.js';
import { balanceDifferences } from './balance-differences.js';
import { bookDifferences } from './book-differences.js';
import { Comparison, type Period } from './comparison.js';
import type { Difference } from './difference.js';
import { withHyphens } from './entry-references.js';
import { readSettlements } from './settlement-file.js';
import { SettlementIndex, type LeftOut, type StatementFrame } from './settlement-item.js';

const searchedTogether = 250;

/** The entries of the statements, and what each statement says besides. */
export interface Statements {
  readonly index: SettlementIndex;
  readonly frames: readonly StatementFrame[];
  /** Messages of the files that are no statements. */
  readonly leftOut: readonly LeftOut[];
}

/** How many were compared, by currency. */
export interface Totals {
  readonly instructed: ReadonlyMap<string, CurrencyTotal>;
  readonly entries: number;
  /** Incoming entries that the bank's core books: they are not compared. */
  readonly ofCore: number;
}
export interface CurrencyTotal {
  count: number;
  unanswered: number;
  sum: Money;
}

/** Reads statement files, one after the other; their times belong to the days of the bank's time zone. Throws where two have the same statement. */
export async function readStatements(files: readonly string[], timeZone: string): Promise<Statements> {
  const index = new SettlementIndex();
  const frames = new Map<string, StatementFrame>();
  const leftOut: LeftOut[] = [];
  for (const file of files) {
    const others = await readSettlements(
      file,
      timeZone,
      (item) => {
        index.add(item);
      },
      (frame) => {
        const key = JSON.stringify([frame.account, frame.currency, frame.id, frame.page]);
        const before = frames.get(key);
        if (before) throw new Error(`${frame.place}: statement ${frame.id} of ${frame.account} is in ${before.place} too: give each once`);
        frames.set(key, frame);
      },
    );
    leftOut.push(...others);
  }
  return { index, frames: [...frames.values()], leftOut };
}

/** The days that the statements are of; undefined where there is none. */
export function statementPeriod({ frames }: Statements): Period | undefined {
  if (frames.length === 0) return undefined;
  const [from, until] = [
    frames.map((frame) => frame.from).sort()[0]!,
    frames
      .map((frame) => frame.until)
      .sort()
      .at(-1)!,
  ];
  return { from, until };
}

/**
 * Instructions and their answers against the postings of the clearing account; both against the entries of the settlement account, where there
 * are statements; and the balances of these. Tells every difference as it is found, and what is left out.
 */
export async function reconcile(
  bank: BankSide,
  statements: Statements,
  period: Period,
  report: (difference: Difference) => void,
): Promise<Totals> {
  const { index, frames } = statements;
  const comparison = new Comparison(index, new Set(frames.map(({ currency }) => currency)), period, bank.ledger, report);
  const instructed = await compareInstructed(bank, comparison, frames.length > 0, period, report);
  for await (const page of bank.postings())
    for (const posting of page) if (frames.length > 0 || !posting.isKnown) comparison.posting(posting, true);
  if (frames.length > 0) await compareRest(bank, index, comparison);
  for (const item of index.outsideStatements()) comparison.outside(item);
  for (const [currency, { count, sum }] of comparison.uncovered) report(uncovered(currency, count, sum, period));
  for (const one of [...statements.leftOut, ...frames.flatMap(({ leftOut }) => leftOut)]) report({ kind: 'left-out', of: 'entry', ...one });
  balanceDifferences(frames).forEach(report);
  return { instructed, entries: index.size, ofCore: comparison.ofCore };
}

async function compareInstructed(
  bank: BankSide,
  comparison: Comparison,
  hasStatements: boolean,
  { from }: Period,
  report: (difference: Difference) => void,
): Promise<Map<string, CurrencyTotal>> {
  const totals = new Map<string, CurrencyTotal>();
  for await (const page of bank.instructed())
    for (const payment of page) {
      if (payment.instructedOn >= from) {
        add(totals, payment);
        bookDifferences(payment).forEach(report);
      }
      if (hasStatements) comparison.payment(payment);
    }
  return totals;
}

/** Entries for which nothing was found in the period: of other days, or of nothing. */
async function compareRest(bank: BankSide, index: SettlementIndex, comparison: Comparison): Promise<void> {
  for (const items of index.remaining(searchedTogether)) {
    const ids = [...new Set(items.flatMap((item) => item.ids))].map(withHyphens);
    for (let at = 0; at < ids.length; at += searchedTogether) {
      const { instructed, postings, rejected } = await bank.find(ids.slice(at, at + searchedTogether));
      for (const payment of instructed) comparison.payment(payment);
      for (const posting of postings) comparison.posting(posting, false);
      for (const transfer of rejected) comparison.rejected(transfer);
    }
    for (const item of items) if (!item.isTaken) comparison.unknown(item);
  }
}

function add(totals: Map<string, CurrencyTotal>, { currency, amount, state }: InstructedPayment): void {
  const total = totals.get(currency) ?? { count: 0, unanswered: 0, sum: Money.zero(currency) };
  total.count += 1;
  if (state === 'INSTRUCTED') total.unanswered += 1;
  total.sum = total.sum.plus(Money.of(currency, amount));
  totals.set(currency, total);
}

const uncovered = (currency: string, count: number, sum: Money, { until }: Period): Difference => ({
  kind: 'missing-there',
  of: 'statement',
  id: currency,
  amount: sum.toString(),
  currency,
  date: until,
  text: `no statement is in ${currency}: ${count} that clearing settles in it are not compared`,
});
