/** A named, prepared statement: `Row` is what it returns, `Args` what it takes, in order. The name is also its metric. */
export interface Statement<Row, Args extends readonly unknown[]> {
  readonly name: string;
  readonly text: string;
  /** How long its answer may take, where it is meant to wait longer than others, in milliseconds. */
  readonly waitsMs?: number;
  /** A read that a standby may answer, where the request allows it: of what no third party and no customer changes unnoticed. */
  readonly standby?: true;
  /** Never set: carries the types. */
  readonly types?: (args: Args) => Row;
}

const all = new Map<string, Statement<unknown, never>>();

/** Declares a statement. Names are unique (`<feature>.<what>`): PostgreSQL prepares each once a connection under it. */
export function statement<Row, Args extends readonly unknown[] = []>(
  name: string,
  text: string,
  { waitsMs, standby }: Pick<Statement<Row, Args>, 'waitsMs' | 'standby'> = {},
): Statement<Row, Args> {
  if (all.has(name)) throw new Error(`two statements are called ${name}`);
  const declared = Object.freeze({ name, text: text.trim(), ...(waitsMs !== undefined && { waitsMs }), ...(standby && { standby }) });
  all.set(name, declared);
  return declared;
}

/** Every statement declared by the modules loaded so far, for the test that explains them all. */
export const statements = (): readonly Statement<unknown, never>[] => [...all.values()];
