import { isDate } from '@open-banking/messages/dates';
import { reconciliationInternal } from '@open-banking/spec';
import { Command, Option } from 'commander';
import type { ClearingPosting, InstructedPayment, SettledEntries } from '@open-banking/contracts';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import type { BankSide, Difference, Period, StatementFrame, Totals } from '@open-banking/verification/reconciliation';
import { BankConnection, print, printJson, withBankOptions } from '../bank-connection.js';
import { requireFile } from '../named-file.js';
import { bankTime } from './bank-time.js';

interface Options {
  readonly from?: string;
  readonly until?: string;
  readonly product?: readonly string[];
  readonly json?: true;
}
type Row = (typeof reconciliationInternal)[keyof typeof reconciliationInternal];
type Query = { readonly from?: string; readonly until?: string; readonly products?: readonly string[] };

const request = async <T>(bank: BankConnection, row: Row, body: object): Promise<T> =>
  expectSuccess<T>('reconcile', await internalCall(bank.running, 'ais-pis', row, body));

/** Pages of the bank's side, each read when the one before is compared. */
async function* pagesOf<Page extends { readonly next?: string }>(bank: BankConnection, row: Row, query: Query): AsyncGenerator<Page> {
  for (let after: string | undefined; ;) {
    const page: Page = await request<Page>(bank, row, { ...query, ...(after !== undefined && { after }) });
    yield page;
    if (page.next === undefined) return;
    after = page.next;
  }
}

const bankSide = (bank: BankConnection, query: Query, ledger: BankSide['ledger']): BankSide => ({
  ledger,
  async *instructed() {
    for await (const page of pagesOf<{ instructed: readonly InstructedPayment[]; next?: string }>(
      bank,
      reconciliationInternal.listInstructed,
      query,
    ))
      yield page.instructed;
  },
  async *postings() {
    for await (const page of pagesOf<{ postings: readonly ClearingPosting[]; next?: string }>(
      bank,
      reconciliationInternal.listClearingPostings,
      query,
    ))
      yield page.postings;
  },
  find: (ids) => request<SettledEntries>(bank, reconciliationInternal.findSettled, { ids }),
});

/** Completes the period: by the days of the statements, or by the bank's day. */
function completed(today: string, { from, until }: Options, ofStatements: Partial<Period> = {}): Period {
  for (const [name, day] of Object.entries({ from, until }))
    if (day !== undefined && !isDate(day)) throw new Error(`--${name}: "${day}" is not a valid date of the form YYYY-MM-DD`);
  const last = until ?? ofStatements.until ?? today;
  const first = from ?? ofStatements.from ?? last;
  if (first > last) throw new Error(`--from: ${first} is after the end of the period, ${last}`);
  return { from: first, until: last };
}

/** A message that is no statement has neither amount nor day. */
export const differenceText = ({ kind, of, id, instructionId, amount, currency, date, text, place }: Difference): string =>
  [
    kind,
    `${of} ${id}`,
    ...(instructionId === undefined ? [] : [`instruction ${instructionId}`]),
    ...(of === 'message' ? [] : [`${amount} ${currency}`, date]),
    text,
    ...(place === undefined ? [] : [`(${place})`]),
  ].join('  ');

const balanceText = (frame: StatementFrame): string => {
  const [opening, closing] = [frame.opening, frame.closing].map((balance) => balance?.toString() ?? 'none');
  return `statement ${frame.id} of ${frame.account}: ${opening!} + ${frame.moved.toString()} in ${frame.entries} entries = ${closing!} ${frame.currency}`;
};

/** How often each kind of remark was made, and why things were left out. */
class Counts {
  differences = 0;
  leftOut = 0;
  readonly #reasons = new Map<string, number>();

  add({ kind, reason }: Difference, isDifference: boolean): void {
    if (isDifference) this.differences += 1;
    if (kind !== 'left-out') return;
    this.leftOut += 1;
    if (reason !== undefined) this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** 1: something differs; 2: nothing differs in what was compared, and something was left out. */
  get exitCode(): number {
    if (this.differences > 0) return 1;
    return this.leftOut > 0 ? 2 : 0;
  }

  get leftOutText(): string {
    return `${this.leftOut} left out (${[...this.#reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')})`;
  }
}

function outcomeText(hasStatements: boolean, entries: number, counts: Counts): string {
  const { differences, leftOut, leftOutText } = counts;
  if (differences > 0) return `${differences} differences${leftOut > 0 ? `; ${leftOutText}` : ''}`;
  if (leftOut > 0) return `nothing differs in what was compared; ${leftOutText}`;
  return hasStatements
    ? `instructions, postings and ${entries} settled transactions agree`
    : 'instructions and postings agree; no statement was given';
}

function printSummary(
  { from, until }: Period,
  frames: readonly StatementFrame[],
  { instructed, entries, ofCore }: Totals,
  counts: Counts,
): void {
  for (const [currency, { count, unanswered, sum }] of instructed)
    print(`instructed: ${count}, ${sum.toString()} ${currency}${unanswered > 0 ? `; ${unanswered} without an answer yet` : ''}`);
  for (const frame of frames) print(balanceText(frame));
  if (ofCore > 0) print(`${ofCore} incoming entries are not compared: the bank's core books them`);
  print(`${from === until ? from : `${from} to ${until}`}: ${outcomeText(frames.length > 0, entries, counts)}.`);
}

export const reconcile = withBankOptions(new Command('reconcile'))
  .description(
    "Compares instructions to clearing, their answers, the clearing account and clearing's camt.053 statements (docs/reconciliation.md)",
  )
  .argument('[statement...]', 'Camt.053 files of the settlement account')
  .option('--from <day>', "The bank's day, YYYY-MM-DD (default: the first day of the statements, or today)")
  .option('--until <day>', 'The last day (default: that of the statements, or today)')
  .addOption(new Option('--product <product...>', 'Only these payment products, and collections').default(undefined, 'all'))
  .option('--json', 'A line for each difference, and for all that is left out')
  .action(async (files: readonly string[], options: Options, command: Command) => {
    for (const file of files) requireFile(file);
    const books = await import('@open-banking/verification/reconciliation');
    const bank = new BankConnection(command);
    const statements = await books.readStatements(files, (await bankTime(bank, 'ais-pis')).timeZone);
    const products = options.product && { products: options.product };
    const now = await request<{ until: string; ledger: BankSide['ledger'] }>(bank, reconciliationInternal.listInstructed, { ...products });
    const period = completed(now.until, options, books.statementPeriod(statements));
    const query = { ...period, ...products };
    const counts = new Counts();
    const totals = await books.reconcile(bankSide(bank, query, now.ledger), statements, period, (difference) => {
      counts.add(difference, books.isDifference(difference.kind));
      if (options.json) printJson(difference);
      else print(differenceText(difference));
    });
    if (!options.json) printSummary(period, statements.frames, totals, counts);
    process.exitCode = counts.exitCode;
  });
