import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { idleBefore, phaseOf, transitions, stateAt, withdrawable, type MandateStatus, type Times } from '../src/mandates/mandate.js';

const all = Object.keys(transitions) as MandateStatus[];
const now = new Date('2026-11-21T10:00:00Z');
const state = (times: Partial<Times>) =>
  stateAt(
    { mandateStatus: 'ACTV', reasonCode: null, approveBy: null, finalCollectionDate: null, idleSince: null, ...times },
    now,
    '2026-11-21',
  );

describe('the state machine of a mandate', () => {
  it('has three phases: open, living and ended', () => {
    expect(all.filter((status) => phaseOf(status) === 'open')).toEqual(withdrawable);
    expect(all.filter((status) => phaseOf(status) === 'living')).toEqual(['ACTV', 'SUSP']);
    expect(all.filter((status) => phaseOf(status) === 'ended')).toEqual(['EXPI', 'CANC', 'RJCT']);
  });

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

  it('ends at the moment its time is over, even if that is not stored yet', () => {
    const atTen = new Date(now.getTime());
    expect(state({ mandateStatus: 'RCVD', approveBy: atTen })).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS03' });
    expect(state({ mandateStatus: 'PATC', approveBy: new Date(now.getTime() + 1) })).toEqual({ mandateStatus: 'PATC', reasonCode: null });
    expect(state({ finalCollectionDate: '2026-11-20' })).toEqual({ mandateStatus: 'EXPI', reasonCode: 'MD20' });
    expect(state({ finalCollectionDate: '2026-11-21' })).toEqual({ mandateStatus: 'ACTV', reasonCode: null });
    expect(state({ mandateStatus: 'SUSP', idleSince: '2023-11-21' })).toEqual({ mandateStatus: 'EXPI', reasonCode: 'MD20' });
    expect(state({ mandateStatus: 'SUSP', idleSince: '2023-11-22' })).toEqual({ mandateStatus: 'SUSP', reasonCode: null });
    expect(state({ mandateStatus: 'CANC', reasonCode: 'MD16', finalCollectionDate: '2020-01-01' })).toEqual({
      mandateStatus: 'CANC',
      reasonCode: 'MD16',
    });
    expect(idleBefore('2026-02-28')).toBe('2023-02-28');
  });
});
