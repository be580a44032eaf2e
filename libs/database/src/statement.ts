import { batchOf, type BatchStatement, type ParameterTypes, type Piggyback } from './statement-batch.js';

/** A named, prepared statement: `Row` is what it returns, `Args` what it takes, in order. The name is also its metric. */
export interface Statement<Row, Args extends readonly unknown[]> {
  readonly name: string;
  readonly text: string;
  /** How long its answer may take, where it is meant to wait longer than others, in milliseconds. */
  readonly waitsMs?: number;
  /** A read that a standby may answer, where the request allows it: of what no third party and no customer changes unnoticed. */
  readonly standby?: true;
  /** Its columns are integers and texts, and the texts arrive as bytes: UTF-8, to be passed on as they are. */
  readonly bytes?: true;
  /**
   * A read that recurring work repeats: with others that are asked in the same turn of the event loop it is one statement. Its columns are
   * texts, booleans and numbers that JSON does not round.
   */
  readonly polled?: true;
  /** The statement that answers several callers of this one in one round trip. */
  readonly batch?: BatchStatement;
  /** How the callers share its runs. */
  readonly runs?: RunLimits;
  /** Never set: carries the types. */
  readonly types?: (args: Args) => Row;
}

/** How callers of a statement share its runs. */
export interface RunLimits {
  /** How many runs are under way while further callers wait for each other. */
  readonly concurrency: number;
  /** Callers of one run at most. */
  readonly maxCallers: number;
  /** A run that takes longer no longer holds up the next one. */
  readonly heldMs: number;
}

// With two, one is on its way while the next is read; more would be smaller, and cost the database more (docs/decisions/0007). A run of twice
// as many callers takes a tenth less time for each, and makes all of them wait twice as long.
const usualRuns: RunLimits = { concurrency: 2, maxCallers: 64, heldMs: 100 };

// Eight pages of 100 entries are half a megabyte. A page that is read from the disk takes long: then further runs begin, up to the connections
// there are (docs/decisions/0067).
export const runsOfPages: RunLimits = { concurrency: 4, maxCallers: 8, heldMs: 20 };

interface StatementOptions<Row, Args extends readonly unknown[]> extends Pick<
  Statement<Row, Args>,
  'waitsMs' | 'standby' | 'bytes' | 'polled' | 'runs'
> {
  /**
   * The types of the parameters, in order: `Database` may ask this statement for several callers together. Only for reads that lock
   * nothing and are quick: callers who are asked together wait for each other.
   */
  readonly together?: ParameterTypes<Args>;
  /** With `together`: what is asked in the same round trip, where somebody waits for it (`Database.piggybacks`). */
  readonly piggyback?: Piggyback;
}

/** By name and text: a service that starts again declares some of its statements again. */
const all = new Map<string, Statement<unknown, never>>();

/**
 * Declares a statement. Names are unique in a service (`<feature>.<what>`; `explainsEveryStatement` looks): PostgreSQL prepares each once a
 * connection under it. Two services of one process may use the same name: their connections are their own.
 */
export function statement<Row, Args extends readonly unknown[] = []>(
  name: string,
  text: string,
  { together, piggyback, runs = usualRuns, ...options }: StatementOptions<Row, Args> = {},
): Statement<Row, Args> {
  const batch = together && Object.freeze(batchOf(name, text.trim(), together, piggyback));
  const declared: Statement<Row, Args> = Object.freeze({ name, text: text.trim(), ...options, ...(batch && { batch, runs }) });
  for (const one of batch ? [declared, batch] : [declared]) all.set(`${one.name} ${one.text}`, one);
  return declared;
}

/** Every statement declared by the modules loaded so far, those of batches included, for the test that explains them all. */
export const statements = (): readonly Statement<unknown, never>[] => [...all.values()];
