import type { Service } from '@open-banking/spec';
import pg from 'pg';
import { freshDatabase } from './fresh-database.js';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'TID Cond'?: string;
  readonly Plans?: readonly Node[];
}

// Tables are empty here, so costs are meaningless: a remaining sequential scan means that no index applies.
const planning = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan']
  .map((setting) => `set ${setting} = off`)
  .join('; ');

/** Tables that a plan reads entirely: without an index, or through one without a condition. Places of rows that were found by one are not. */
const readWholeBy = (node: Node): string[] => [
  ...(/Scan/.test(node['Node Type']) && node['Relation Name'] !== undefined && (node['Index Cond'] ?? node['TID Cond']) === undefined
    ? [node['Relation Name']]
    : []),
  ...(node.Plans ?? []).flatMap(readWholeBy),
];

/**
 * Declares the test of a service's statements: each fits the migrated schema, may be run by the service's role, and
 * reaches its tables by an index; so does the look-up of each entity by its key, which also shows that its columns exist. `readWhole` names tables that do not grow with customers. The file that calls this
 * imports the modules that declare the statements; `others` names statements of theirs that this service has no tables for.
 */
export function explainsEveryStatement(
  service: Service,
  { readWhole = [], others = [] }: { readonly readWhole?: readonly string[]; readonly others?: readonly string[] } = {},
): void {
  it(`every statement of ${service} fits the schema and finds its rows by an index`, async () => {
    const [{ entityLookups, statements }, own] = await Promise.all([import('@open-banking/database'), freshDatabase(service)]);
    const client = new pg.Client({ connectionString: own.serviceUrl });
    await client.connect();
    await client.query(planning);
    const wrong: Record<string, string> = {};
    const names = statements().map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    for (const { name, text } of [...statements(), ...entityLookups()]) {
      if (others.includes(name)) continue;
      const tables = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (generic_plan, format json) ${text}`).then(
        ({ rows: [row] }) => readWholeBy(row!['QUERY PLAN'][0].Plan),
        (error: Error) => [error.message],
      );
      const found = tables.filter((table) => ![...readWhole, 'migration'].includes(table));
      if (found.length > 0) wrong[name] = found.join(', ');
    }
    await client.end();
    await own.close();
    expect(statements().length).toBeGreaterThan(0);
    expect(wrong).toEqual({});
  });
}
