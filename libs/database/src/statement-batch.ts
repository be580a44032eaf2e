/** PostgreSQL's types that a statement asked together can take. Numbers that JSON rounds, and bytes within arrays, are not among them. */
export type ParameterType = 'uuid' | 'uuid[]' | 'text' | 'text[]' | 'date' | 'timestamptz' | 'boolean' | 'int' | 'bytea';

export type ParameterTypes<Args extends readonly unknown[]> = { readonly [K in keyof Args]: ParameterType };

/** A statement for several callers of another one. Its one parameter is what they ask, as JSON. */
export interface BatchStatement {
  readonly name: string;
  readonly text: string;
  /** What each parameter of the statement is called in the JSON, in order. */
  readonly columns: readonly string[];
  /** How many columns stand before those of the statement: the caller's place, from 1, and what orders the rows of one caller. */
  readonly keys: number;
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
export function batchOf(name: string, text: string, parameters: readonly ParameterType[]): BatchStatement {
  const used = new Set([...text.matchAll(parameter)].map(([, number]) => Number(number)));
  if (used.size !== parameters.length || used.has(0) || [...used].some((number) => number > parameters.length))
    throw new Error(`${name} names ${parameters.length} types for ${used.size} parameters`);
  const columns = parameters.map((_, at) => `p${at + 1}`);
  const one = text.replace(parameter, (_, number: string) => `caller.p${number}`);
  const inOrder = isOrdered(text);
  return {
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
}

/** As pg sends a value, where JSON has none like it: bytes, and numbers that PostgreSQL must refuse. An invalid date throws. */
function inJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

/** What callers ask, as the parameter of a batch statement: their arguments in the order of their places. */
export const asParameter = ({ columns }: BatchStatement, asked: readonly (readonly unknown[])[]): string =>
  JSON.stringify(
    asked.map((args) => {
      const caller: Record<string, unknown> = {};
      for (let at = 0; at < columns.length; at += 1) caller[columns[at]!] = inJson(args[at]);
      return caller;
    }),
  );

/**
 * The rows of each caller, in their order, from the result of a batch statement: `rows` as arrays of values, `names` of all columns.
 * A place that no caller has is an error.
 */
export function rowsByCaller<Row>(
  { keys }: BatchStatement,
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  callers: number,
): Row[][] {
  const found = Array.from({ length: callers }, (): Row[] => []);
  for (const values of rows) {
    const row: Record<string, unknown> = {};
    for (let at = keys; at < names.length; at += 1) row[names[at]!] = values[at];
    const own = found[(values[0] as number) - 1];
    if (!own) throw new Error(`a row for caller ${String(values[0])} of ${callers}`);
    own.push(row as Row);
  }
  return found;
}
