import { statement, type Statement } from '@open-banking/database';
import type pg from 'pg';
import { descriptionOf, type LoadFormat } from './load-format.js';
import { LoadError } from './load-rows.js';
import type { Proof } from './ledger-proof.js';

/** Something that a proof found wrong with what was loaded. */
export interface Disagreement {
  readonly proof: Proof;
  readonly what: string;
}

/** Most faults that are reported of one proof. */
const max = 20;
/** Reading the rows of more resources by their ids takes longer than reading all. */
const maxResources = 100_000;

/** A table as a proof is to see it: the rows of some resources. A name in `with` goes before the table's, except in its own definition. */
function ofResources(format: LoadFormat): string {
  const tables = Object.values(format).flatMap((line) => {
    const { table, resource } = descriptionOf(line);
    return resource ? [`"${table}" as not materialized (select * from "${table}" where "${resource.column}" = any($1::uuid[]))`] : [];
  });
  return `with ${tables.join(', ')}`;
}

/** A proof of some resources as a statement: the first thing that it finds wrong, if there is one. */
export const proofOfResources = (
  name: string,
  { query }: Proof,
  format: LoadFormat,
): Statement<{ what: string }, [resources: readonly string[]]> =>
  statement(name, `${ofResources(format)} select what from (${query}) as judged where ok is not true order by what limit 1`);

/** What the proofs find wrong: of these resources or, without them, of the whole database. */
export async function disagreements(
  client: pg.ClientBase,
  proofs: readonly Proof[],
  format: LoadFormat,
  resources: ReadonlySet<string> | undefined,
): Promise<Disagreement[]> {
  const some = resources && resources.size <= maxResources;
  const found: Disagreement[] = [];
  for (const proof of proofs) {
    const query = `select what from (${proof.query}) as judged where ok is not true order by what limit ${max}`;
    const { rows } = some
      ? await client.query<{ what: string }>(`${ofResources(format)} ${query}`, [[...resources]])
      : await client.query<{ what: string }>(query);
    found.push(...rows.map(({ what }) => ({ proof, what })));
  }
  return found;
}

/** The same by the lines of the file that they concern. */
export async function errorsOf(
  broken: readonly Disagreement[],
  file: string,
  lines: AsyncIterable<readonly [number: number, line: string]>,
): Promise<LoadError[]> {
  const found = broken.map(({ proof, what }) => {
    const { lines: types = [], field } = proof.reportedAt ?? {};
    return {
      types,
      field,
      tokens: tokensOf(what),
      reason: `does not agree, ${what}: ${proof.name}`,
      line: 0,
      rank: Number.POSITIVE_INFINITY,
    };
  });
  for await (const [number, line] of lines) {
    for (const one of found) {
      if (one.rank === 0 || !one.tokens.every((token) => line.includes(token) || inAnyCase(line, token))) continue;
      const rank = one.types.indexOf(typeOf(line));
      if (rank >= 0 && rank < one.rank) Object.assign(one, { rank, line: number });
    }
  }
  return found.sort((a, b) => a.line - b.line).map(({ line, field, reason }) => new LoadError(file, line, field, reason));
}

/** Whether a line has an id in whatever case: UUIDs are compared by value (RFC 9562 §4). */
const inAnyCase = (line: string, token: string): boolean => /[A-F]/.test(line) && line.toLowerCase().includes(token);

const typeOf = (line: string): string => /"type"\s*:\s*"(\w+)"/.exec(line)?.[1] ?? '';

/** The values that identify a line: its ids, references and, for a schedule or statement, its number. */
function tokensOf(what: string): string[] {
  const ids = what.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9]{16}\b/g) ?? [];
  const number = /^(?:instalment|statement) (\d+) of/.exec(what)?.[1];
  const instrument = /^holding of (\S+) in/.exec(what)?.[1];
  return [...ids, ...(number === undefined ? [] : [`"number":${number},`]), ...(instrument === undefined ? [] : [instrument])];
}
