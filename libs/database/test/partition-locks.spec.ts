import pg from 'pg';
import { freshDatabase } from '@open-banking/testing/database';

const years = Array.from({ length: 20 }, (_, at) => 2010 + at);

/** The behaviour that docs/decisions/0065 describes of a table of entries in partitions by year. */
describe('a table that is partitioned by year', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let client: pg.Client;

  beforeAll(async () => {
    database = await freshDatabase('cards');
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    const columns = '(account_id integer, booking_date date, reference text, primary key (account_id, booking_date, reference))';
    await client.query(`create table whole ${columns}; create table by_year ${columns} partition by range (booking_date)`);
    for (const year of years)
      await client.query(`create table by_year_${year} partition of by_year for values from ('${year}-01-01') to ('${year + 1}-01-01')`);
  });
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  /** How many relations a page of one account locks at its sixth execution, when the plan no longer depends on the arguments. */
  async function locksOf(table: string): Promise<number> {
    await client.query("begin; set local plan_cache_mode = 'force_generic_plan'");
    const text = `select reference from ${table} where account_id = $1 and booking_date >= $2 order by booking_date desc, reference desc limit 100`;
    for (let execution = 0; execution < 5; execution += 1)
      await client.query({ name: `page of ${table}`, text, values: [1, '2029-06-01'] });
    await client.query("commit; begin; set local plan_cache_mode = 'force_generic_plan'");
    await client.query({ name: `page of ${table}`, text, values: [1, '2029-06-01'] });
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from pg_locks where pid = pg_backend_pid() and relation::regclass::text like $1',
      [`${table}%`],
    );
    await client.query('commit');
    return rows[0]!.count;
  }

  it('has all its partitions locked by a named statement that reads one year, where a whole table has one lock', async () => {
    expect(await locksOf('whole')).toBeLessThanOrEqual(2);
    expect(await locksOf('by_year')).toBeGreaterThan(years.length);
  });
});
