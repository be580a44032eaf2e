import { rowError } from '@open-banking/database';

/** The effect of a change on the row that it names. */
export type ChangeKind = 'upsert' | 'remove' | 'close';

/** One line of a feed that fits its form. */
export interface FeedChange {
  /** The number of the line in what was sent, from 1. */
  readonly line: number;
  readonly type: string;
  readonly change: ChangeKind;
  /**
   * The fields of its type; of one that removes or closes, those of the key. UUIDs are in lower case (RFC 9562 §4), so that they compare as
   * text.
   */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The field whose amount is zero where the line books nothing. What was announced under its key before goes; nothing is booked. */
  readonly booksNothing?: string;
}

/** Why a step cannot be taken. */
export interface FeedFault {
  readonly line: number;
  readonly field?: string;
  readonly reason: string;
}

/** Thrown where a change cannot be applied: nothing of its step is. */
export class FeedRefused extends Error {
  constructor(
    readonly line: number,
    readonly field: string | undefined,
    readonly reason: string,
  ) {
    super(`line ${line}: ${field === undefined ? '' : `${field}: `}${reason}`);
  }
}

/**
 * `together`: many rows by one statement. `row by row`: one statement a row, which finds the one that the database refuses (`FeedRefused`).
 */
export type FeedPace = 'together' | 'row by row';

/** The database's reason for refusing a row; undefined if the error is not about a row. */
export function refusalOfRow(error: unknown): Omit<FeedFault, 'line'> | undefined {
  const refused = rowError(error);
  if (!refused) return undefined;
  // For errors of data and integrity (classes 22 and 23) the detail says it all; for others it only adds to the message.
  const { code = '', message, detail, column } = refused;
  const reason = /^2[23]/.test(code) ? (detail ?? message) : [message, detail].filter((one) => one !== undefined).join(': ');
  return { reason, ...(column !== undefined && { field: column }) };
}

/** Runs a statement; where it goes row by row, an error about its row is one of this line. */
export async function namingLine<T>(pace: FeedPace, line: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const refusal = pace === 'row by row' ? refusalOfRow(error) : undefined;
    throw refusal ? new FeedRefused(line, refusal.field, refusal.reason) : error;
  }
}

/** Thrown where the books do not agree after a step: `what` names the resource, in words that contain its id. */
export class LedgerMismatch extends Error {
  constructor(
    readonly what: string,
    proof: string,
    readonly field: string | undefined,
  ) {
    super(`does not agree, ${what}: ${proof}`);
  }
}

/** Changes of one source with one position: they are applied together or not at all. All lines but its last have `"more":true`. */
export interface FeedStep {
  readonly source: string;
  readonly position: bigint;
  readonly changes: readonly FeedChange[];
  /** How many lines it has, those that do not fit their form included. */
  readonly lines: number;
  /** The fault of the lines themselves. */
  readonly fault?: FeedFault;
}

/** The line of a step that a fault of its books is reported at: the first of what does not agree. */
export function firstLine({ changes }: FeedStep, what: string): number {
  const concerned = changes.find(({ fields }) => Object.values(fields).some((value) => isId(value) && what.includes(value)));
  return (concerned ?? changes[0]!).line;
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);

const sourceForm = /^[\x21-\x7e]{1,64}$/;
export const isSource = (text: unknown): text is string => typeof text === 'string' && sourceForm.test(text);
export const sourceRule = 'must be 1 to 64 ASCII characters without spaces, such as "core"';

export const changesOf = (steps: readonly FeedStep[]): FeedChange[] => steps.flatMap(({ changes }) => changes);
