import { entryName, type EntryPlace } from './entry-place.js';

/** Why entries of a statement are not booked, or are not booked as they are. */
export type ReportReason =
  | 'known-statement'
  | 'known-entry'
  | 'equal-entry'
  | 'zero'
  | 'not-booked'
  | 'unknown-status'
  | 'other-message'
  | 'stray-entry'
  | 'summary-differs'
  | 'moved'
  | 'unconfirmed';

/** One thing that a load of a statement leaves out or changes. */
export interface ReportItem {
  readonly reason: ReportReason;
  /** The entry, the statement or the message. */
  readonly what: string;
  readonly place?: EntryPlace;
}

/** What the load of a camt.053 file has done. */
export interface StatementReport {
  /** Number of entries that were booked. */
  readonly booked: number;
  /** Number of entries that were booked before: of known statements, and known entries of others. */
  readonly known: number;
  readonly items: readonly ReportItem[];
  /** Whether something was left out that the operator must look at. */
  readonly needsAttention: boolean;
}

/** The texts stand before the names. `attention`: the operator must look at it, and the exit code says so. */
const reasons: Readonly<Record<ReportReason, { readonly text: string; readonly attention?: true }>> = {
  'known-statement': { text: 'loaded before, nothing of it is booked again' },
  'known-entry': { text: 'left out, booked already under its AcctSvcrRef' },
  'equal-entry': { text: 'left out, the same as a booked entry of another statement (--equal-entries same)' },
  zero: { text: 'left out, an amount of zero books nothing' },
  'not-booked': { text: 'left out, not booked (pending, information or future)' },
  'unknown-status': { text: 'LEFT OUT, of a status (Sts) that is not known', attention: true },
  'other-message': { text: 'LEFT OUT, a message that is no camt.053 statement', attention: true },
  'stray-entry': { text: 'LEFT OUT, an entry outside the place of entries (Stmt/Ntry)', attention: true },
  'summary-differs': {
    text: 'LOADED AS LISTED, without a closing balance, and counting other entries in its summary (TxsSummry)',
    attention: true,
  },
  moved: { text: 'booked on the last day of the account, after its own booking day' },
  unconfirmed: { text: 'booked without a closing balance (CLBD) to compare with the books' },
};

export const entryItem = (reason: ReportReason, place: EntryPlace, detail = ''): ReportItem => ({
  reason,
  what: `${entryName(place)}${detail}`,
  place,
});

const isKnown = ({ reason }: ReportItem): boolean => reason === 'known-entry' || reason === 'equal-entry';

/** `knownEntries`: those of statements that were loaded before. */
export const statementReport = ({
  booked,
  items,
  knownEntries,
}: {
  readonly booked: number;
  readonly items: readonly ReportItem[];
  readonly knownEntries: number;
}): StatementReport => ({
  booked,
  known: knownEntries + items.filter(isKnown).length,
  items,
  needsAttention: items.some(({ reason }) => reasons[reason].attention === true),
});

/** The sentence of a load without a new entry, in place of a number of lines. */
export const nothingNew = ({ known }: StatementReport): string =>
  known === 0
    ? 'Nothing new: the file has no entry to book.'
    : `Nothing new: ${known} ${known === 1 ? 'entry was' : 'entries were'} already known.`;

/** Most names in one line of text; `--json` has all. */
const maxListed = 100;

/** One line for each reason: how many, and which. */
export function reportLines({ items }: StatementReport): string[] {
  return [...Map.groupBy(items, ({ reason }) => reason)].map(([reason, of]) => {
    const named = of.slice(0, maxListed).map(({ what }) => what);
    const rest = of.length > maxListed ? `; and ${of.length - maxListed} more, which --json names` : '';
    return `${of.length} ${reasons[reason].text}: ${named.join('; ')}${rest}`;
  });
}
