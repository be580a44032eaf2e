/** PostgreSQL's types that a statement asked together can take. Numbers that JSON rounds, and bytes within arrays, are not among them. */
export type ParameterType = 'uuid' | 'uuid[]' | 'text' | 'text[]' | 'date' | 'timestamptz' | 'boolean' | 'int' | 'bytea';

export type ParameterTypes<Args extends readonly unknown[]> = { readonly [K in keyof Args]: ParameterType };

/** A statement for several callers of another one. Its first parameter is what they ask, as JSON. */
export interface BatchStatement {
  readonly name: string;
  readonly text: string;
  /** The names of the statement's parameters in the JSON, in order. */
  readonly columns: readonly string[];
  /** How many columns stand before those of the statement: the caller's place, from 1, and what orders the rows of one caller. */
  readonly keys: number;
  /** Asked in the same round trip, with the second parameter. Its columns stand first, in each row. */
  readonly piggyback?: Piggyback;
}

/** A question that concerns no caller, and is asked whenever several callers are: it sees what they see. */
export interface Piggyback {
  /** Answers one row. `$1` is a text, or null. */
  readonly text: string;
  readonly columns: readonly string[];
}

const parameter = /\$(\d+)/g;

/** Whether a statement orders its own rows: `order by` within parentheses orders others. */
function isOrdered(text: string): boolean {
  let outer = text.replace(/'[^']*'/g, "''");
  for (let before = ''; outer !== before;) {
    before = outer;
    outer = outer.replace(/\([^()]*\)/g, ' ');
  }
  return /\border by\b/i.test(outer);
}

/**
 * The statement that runs `text` once for each caller, with the caller's own parameters: the conditions on owner and consent stand in
 * each. `offset 0` and the window keep the planner from merging the callers' reads into one join, which it would plan by the size of the
 * tables (a sequential scan of `holder` at 2,000 rows): each caller's read is planned like the statement alone, by its indexes.
 * JSON rather than an array for each parameter: it holds arrays, and PostgreSQL plans for a fixed number of callers. For arrays of few
 * elements it would make a new plan at every execution.
 */
export function batchOf(name: string, text: string, parameters: readonly ParameterType[], piggyback?: Piggyback): BatchStatement {
  const used = new Set([...text.matchAll(parameter)].map(([, number]) => Number(number)));
  if (used.size !== parameters.length || used.has(0) || [...used].some((number) => number > parameters.length))
    throw new Error(`${name} names ${parameters.length} types for ${used.size} parameters`);
  const columns = parameters.map((_, at) => `p${at + 1}`);
  const one = text.replace(parameter, (_, number: string) => `caller.p${number}`);
  const inOrder = isOrdered(text);
  const batch = {
    name: `${name}.together`,
    columns,
    keys: inOrder ? 2 : 1,
    text: /* sql */ `
  select caller.place::int, answer.*
  from rows from (json_to_recordset($1::json) as (${columns.map((column, at) => `${column} ${parameters[at]}`).join(', ')}))
    with ordinality as caller(${[...columns, 'place'].join(', ')})
  cross join lateral (
    ${
      inOrder
        ? `select row_number() over () as position, found.* from (${one}) found`
        : `${one}
    offset 0`
    }
  ) answer
  order by caller.place${inOrder ? ', answer.position' : ''}`.trim(),
  };
  return piggyback ? { ...batch, piggyback, text: withPiggyback(batch, piggyback) } : batch;
}

/** One row at least, where no caller has one. Without `offset 0` PostgreSQL would ask the question again for each row. */
const withPiggyback = ({ text, keys }: Pick<BatchStatement, 'text' | 'keys'>, { text: question }: Piggyback): string =>
  /* sql */ `
  select piggyback.*, run.*
  from (${shiftedParameters(question, 1)} offset 0) piggyback
  left join (${text}) run on true
  order by run.place${keys === 2 ? ', run.position' : ''}`.trim();

/** SQL that stands after `by` parameters of another one: its own are counted on from there. */
export const shiftedParameters = (text: string, by: number): string =>
  text.replace(parameter, (_, number: string) => `$${by + Number(number)}`);

/** As pg sends a value, where JSON has none like it: bytes, and numbers that PostgreSQL must refuse. An invalid date throws. */
function inJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

/** The callers' requests, as the parameter of a batch statement: their arguments in the order of their places. */
export const asParameter = ({ columns }: BatchStatement, asked: readonly (readonly unknown[])[]): string =>
  JSON.stringify(
    asked.map((args) => {
      const caller: Record<string, unknown> = {};
      for (let at = 0; at < columns.length; at += 1) caller[columns[at]!] = inJson(args[at]);
      return caller;
    }),
  );

/** The answer to what was asked besides. */
export const piggybackedRow = ({ columns }: Piggyback, [values]: readonly (readonly unknown[])[]): Record<string, unknown> =>
  rowOf(columns, values!, 0);

/** An object of the values from `from` on, by the names of their columns. */
export function rowOf(names: readonly string[], values: readonly unknown[], from: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = from; at < names.length; at += 1) row[names[at]!] = values[at];
  return row;
}

/**
 * The rows of each caller, in their order, from the result of a batch statement: `rows` as arrays of values, `names` of all columns.
 * A place that no caller has is an error.
 */
export function rowsByCaller<Row>(
  { keys, piggyback }: Pick<BatchStatement, 'keys' | 'piggyback'>,
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  callers: number,
): Row[][] {
  const found = Array.from({ length: callers }, (): Row[] => []);
  const first = piggyback?.columns.length ?? 0;
  for (const values of rows) {
    const place = values[first] as number | null;
    // No caller has a row: this one has what was asked besides.
    if (place === null && rows.length === 1) break;
    const own = found[place! - 1];
    if (!own) throw new Error(`a row for caller ${String(place)} of ${callers}`);
    own.push(rowOf(names, values, first + keys) as Row);
  }
  return found;
}
