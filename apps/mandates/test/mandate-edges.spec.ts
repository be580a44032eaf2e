import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { transitions, type MandateStatus } from '../src/mandates/mandate.js';

const all = Object.keys(transitions) as MandateStatus[];

describe('the state machine of a mandate', () => {
  it('has the transitions that the database allows; any other change cannot be stored', async () => {
    const own = await freshDatabase('mandates');
    const client = new pg.Client({ connectionString: own.serviceUrl });
    await client.connect();
    const { rows } = await client.query<{ edge: string }>("select from_status || ' ' || to_status as edge from mandate_edge");
    const stored = (from: string, to: string) =>
      client
        .query(
          `
      with m as (insert into mandate (resource_id, client_id, creditor_scheme_id, mandate_id, request, mandate_status, created_at, status_changed_at)
        values (gen_random_uuid(), 'c', 's', gen_random_uuid()::text, '{}', 'RJCT', now(), now()) returning resource_id)
      select resource_id from m`,
        )
        .then(({ rows: [row] }) =>
          client.query('insert into mandate_status_change values ($1, 1, $2, $3, null, now())', [
            (row as { resource_id: string }).resource_id,
            from,
            to,
          ]),
        );
    await expect(stored('ACTV', 'SUSP')).resolves.toMatchObject({ rowCount: 1 });
    await expect(stored('ACTV', 'RCVD')).rejects.toThrow('foreign key');
    await client.end();
    await own.close();
    expect(rows.map(({ edge }) => edge).sort()).toEqual(all.flatMap((from) => transitions[from].map((to) => `${from} ${to}`)).sort());
  });
});
