import { readFileSync } from 'node:fs';
import { services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';

const page = readFileSync(new URL('../../docs/personal-data.md', import.meta.url), 'utf8');
const named = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);

/** Each column of the page with personal data, as `service table.column`. */
const personal = [...page.matchAll(/^\| ([\w-]+) \| `(\w+)` \| ([^|]+) \|/gm)].flatMap(([, service, table, columns]) =>
  (service === 'each' ? services : [service!]).flatMap((one) => named(columns!).map((column) => `${one} ${table!}.${column}`)),
);
/** The others, as `table.column`. */
const others = new Set(
  [...page.slice(page.indexOf('## Columns without')).matchAll(/^(\w+): (.+)$/gm)].flatMap(([, table, columns]) =>
    columns!.split(' ').map((column) => `${table!}.${column}`),
  ),
);

describe('docs/personal-data.md', () => {
  const bank = runningBank(services);

  /** Every column in which text of whatever length can stand. */
  const columnsOf = async (service: (typeof services)[number]): Promise<string[]> => {
    const { rows } = await bank.database(service).query<{ column: string }>(`
      select c.relname || '.' || a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
        and (t.typcategory = 'S' or t.typname in ('json', 'jsonb', 'bytea', '_text'))`);
    return rows.map(({ column }) => column);
  };

  it.each(services)('says of each column of %s that can hold text whether it holds personal data', async (service) => {
    const columns = await columnsOf(service);
    expect(columns.length).toBeGreaterThan(20);
    const listed = (column: string) => personal.filter((one) => one === `${service} ${column}`).length + Number(others.has(column));
    expect(columns.filter((column) => listed(column) !== 1)).toEqual([]);
  });

  it('names no column that is not there', async () => {
    const there = new Map(await Promise.all(services.map(async (service) => [service, await columnsOf(service)] as const)));
    const all = new Set([...there.values()].flat());
    expect(personal.filter((one) => !there.get(one.split(' ')[0] as (typeof services)[number])?.includes(one.split(' ')[1]!))).toEqual([]);
    expect([...others].filter((one) => !all.has(one))).toEqual([]);
  });
});
