import pg from 'pg';
import { aCardsDatabase } from './a-cards-database.js';

/** Four pages: about what the balances of so many accounts take. */
const few = /* sql */ `
  create table few as
  select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid as account_id, number::numeric as booked, repeat('x', 60) as rest
  from generate_series(1, 248) number;
  alter table few add primary key (account_id);
  grant select on few to public;
  analyze few`;
const oneBalance = "explain select booked from few where account_id = '00000000-0000-4000-8000-000000000007'";

const queryPlan = async (at: pg.Pool | pg.Client): Promise<string> =>
  (await at.query<{ 'QUERY PLAN': string }>(oneBalance)).rows.map((row) => row['QUERY PLAN']).join('\n');

describe('a session of a service', () => {
  const bank = aCardsDatabase(1);

  it('takes the index of a table of four pages, which a session with the settings of PostgreSQL reads as a whole', async () => {
    const owner = new pg.Client({ connectionString: bank.ownerUrl });
    await owner.connect();
    await owner.query(few);
    const usual = await queryPlan(owner);
    await owner.end();
    expect(usual).toContain('Seq Scan');
    expect(await queryPlan(bank.database.pool)).toContain('Index Scan');
  });
});
