import type { Service } from '@open-banking/spec';
import pg from 'pg';
import { freshDatabase } from './fresh-database.js';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'TID Cond'?: string;
  readonly Plans?: readonly Node[];
}

// Tables are empty here, so costs are meaningless: a remaining sequential scan means that no index applies.
const planning = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan']
  .map((setting) => `set ${setting} = off`)
  .join('; ');

/**
 * The scans of a plan that read a table entirely: without an index, or through one without a condition. Places of rows that were found by
 * one are not.
 */
const wholeScansOf = (node: Node): Node[] => [
  ...(/Scan/.test(node['Node Type']) && node['Relation Name'] !== undefined && (node['Index Cond'] ?? node['TID Cond']) === undefined
    ? [node]
    : []),
  ...(node.Plans ?? []).flatMap(wholeScansOf),
];

async function wholeScans(client: pg.Client, text: string): Promise<Node[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (generic_plan, format json) ${text}`);
  return wholeScansOf(rows[0]!['QUERY PLAN'][0].Plan);
}

/**
 * The tables that a statement reads entirely. An empty partial index costs no more than one with a condition, and may be taken in place of
 * it: so an index that is read entirely is put aside, until the plan is another one or there is none left.
 */
async function readWholeBy(owner: pg.Client, text: string, allowed: readonly string[]): Promise<string[]> {
  await owner.query('begin');
  try {
    for (;;) {
      const scans = (await wholeScans(owner, text)).filter((scan) => !allowed.includes(scan['Relation Name']!));
      const index = scans.map((scan) => scan['Index Name']).find((name) => name !== undefined);
      const isDropped = index !== undefined && (await owner.query(`drop index ${index}`).then(Boolean, () => false));
      // The index of a constraint stays: nothing else finds such rows.
      if (!isDropped) return scans.map((scan) => scan['Relation Name']!);
    }
  } finally {
    await owner.query('rollback');
  }
}

/**
 * Declares the test of a service's statements: each fits the migrated schema, may be run by the service's role, and reaches its tables by
 * an index; so does the look-up of each entity by its key, which also shows that its columns exist. `readWhole` names tables that do not
 * grow with customers. The file that calls this imports the modules that declare the statements; `others` names statements of theirs that
 * this service has no tables for.
 */
export function explainsEveryStatement(
  service: Service,
  { readWhole = [], others = [] }: { readonly readWhole?: readonly string[]; readonly others?: readonly string[] } = {},
): void {
  it(`every statement of ${service} fits the schema and finds its rows by an index`, async () => {
    const [{ entityLookups, statements }, own] = await Promise.all([import('@open-banking/database'), freshDatabase(service)]);
    const [client, owner] = [own.serviceUrl, own.ownerUrl].map((connectionString) => new pg.Client({ connectionString })) as [
      pg.Client,
      pg.Client,
    ];
    for (const one of [client, owner]) {
      await one.connect();
      await one.query(planning);
    }
    const wrong: Record<string, string> = {};
    const names = statements().map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const allowed = [...readWhole, 'migration'];
    for (const { name, text } of [...statements(), ...entityLookups()]) {
      if (others.includes(name)) continue;
      try {
        const scans = (await wholeScans(client, text)).filter((scan) => !allowed.includes(scan['Relation Name']!));
        const found = scans.length === 0 ? [] : await readWholeBy(owner, text, allowed);
        if (found.length > 0) wrong[name] = found.join(', ');
      } catch (error) {
        wrong[name] = (error as Error).message;
      }
    }
    await Promise.all([client.end(), owner.end()]);
    await own.close();
    expect(statements().length).toBeGreaterThan(0);
    expect(wrong).toEqual({});
  });
}
