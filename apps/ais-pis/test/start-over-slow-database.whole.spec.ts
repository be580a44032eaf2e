import { setTimeout as pause } from 'node:timers/promises';
import { exchange, leasedBank } from '@open-banking/testing';
import { anotherProcess, anotherService } from '@open-banking/testing/bank';
import type { PoolClient } from 'pg';

const timeoutMs = 4_000;

describe('ais-pis, started while its database accepts connections but does not answer', () => {
  const bank = leasedBank(['ais-pis']);
  let holder: PoolClient;

  beforeEach(async () => {
    holder = await bank.database('ais-pis').connect();
    // The service's first statement reads this table.
    await holder.query('begin; lock table service_key in access exclusive mode');
  });
  afterEach(() => {
    holder.release();
  });

  const waits = async (): Promise<boolean> =>
    (
      await bank
        .database('ais-pis')
        .query(
          "select from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and not granted and relation = 'service_key'::regclass",
        )
    ).rowCount !== 0;
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await pause(20);
  };

  it('stops after START_PATIENCE_MS with the reason', async () => {
    // By its previous name, which works in this release.
    await expect(anotherProcess(bank, 'ais-pis', { settings: { START_PATIENCE_MS: String(timeoutMs) } })).rejects.toThrow(
      /cannot start.*SERVICE_UNAVAILABLE \((canceling statement due to lock timeout|PostgreSQL has not answered)/,
    );
    await holder.query('rollback');
  });

  it('retries and starts as soon as the database answers', async () => {
    // With the default timeout: how long the service takes to ask three times depends on the machine.
    const starting = anotherService(bank, 'ais-pis', { settings: { START_TIMEOUT_MS: '120000' } });
    await until(waits);
    await until(async () => !(await waits()));
    await until(waits);
    await holder.query('rollback');
    const service = await starting;
    expect((await exchange(`${service.baseUrl}/health/ready`)).status).toBe(200);
    await service.stop();
  });
});
