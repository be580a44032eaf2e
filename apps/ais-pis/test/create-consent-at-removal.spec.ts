import { setTimeout as pause } from 'node:timers/promises';
import { removeClient, runningBank, suspendClient, type HttpResponse } from '@open-banking/testing';

const anyConsent = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const pollMs = 10;

describe('a consent created while its client is removed or suspended (two connections)', () => {
  const bank = runningBank();

  /** Takes a lock on a connection of its own; `waiting` waits until this many others wait for it, directly or not, or until `work` ends. */
  const holding = async (lock: string) => {
    const connection = await bank.database('ais-pis').connect();
    await connection.query('begin');
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    await connection.query(lock);
    return {
      waiting: async (count: number, work: Promise<unknown>): Promise<void> => {
        let hasEnded = false;
        void work.catch(() => undefined).then(() => (hasEnded = true));
        for (let found = 0; found < count && !hasEnded; await pause(pollMs)) {
          const blocked = await bank.database('ais-pis').query<{ count: number }>(
            `with recursive blocked (pid) as (
               select $1::int
               union
               select l.pid from pg_locks l join blocked b on b.pid = any (pg_blocking_pids(l.pid)) where not l.granted
             )
             select count(*)::int - 1 as count from blocked`,
            [rows[0]!.pid],
          );
          found = blocked.rows[0]!.count;
        }
      },
      release: async (): Promise<void> => {
        await connection.query('commit');
        connection.release();
      },
    };
  };

  const statusesOf = async (clientId: string): Promise<string[]> => {
    const { rows } = await bank
      .database('ais-pis')
      .query<{ status: string }>('select status from consent where client_id = $1', [clientId]);
    return rows.map(({ status }) => status);
  };

  const creating = async () => {
    const client = await bank.client();
    const caller = await client.withClientToken('consents', 'AIS');
    return { client, create: (): Promise<HttpResponse> => caller.post('/v1.7/consents', anyConsent) };
  };

  it('before the removal is ended by it', async () => {
    const { client, create } = await creating();
    const held = await holding('lock table answered_command in share row exclusive mode');
    const created = create();
    await held.waiting(1, created);
    const removed = removeClient(bank.operator, client.clientId);
    await held.waiting(2, removed);
    await held.release();
    expect(await created).toAnswer(201);
    await removed;
    expect(await statusesOf(client.clientId)).toEqual(['terminatedByTpp']);
  });

  it('after the removal is refused and not stored; that of another client is created', async () => {
    const [{ client, create }, other] = [await creating(), await creating()];
    const before = (await create()).body as { consentId: string };
    const held = await holding(`select from consent where consent_id = '${before.consentId}' for update`);
    const removed = removeClient(bank.operator, client.clientId);
    await held.waiting(1, removed);
    const created = create();
    await held.waiting(2, created);
    await held.release();
    await removed;
    expect(await created).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    expect(await statusesOf(client.clientId)).toEqual(['terminatedByTpp']);
    expect(await other.create()).toAnswer(201);
    expect(await statusesOf(other.client.clientId)).toEqual(['received']);
  });

  it('after the suspension is refused and not stored; that of another client is created', async () => {
    const [{ client, create }, other] = [await creating(), await creating()];
    const held = await holding('lock table client_suspension in share row exclusive mode');
    const suspended = suspendClient(bank.operator, client.clientId, 'Register: licence withdrawn');
    await held.waiting(1, suspended);
    const created = create();
    await held.waiting(2, created);
    await held.release();
    await suspended;
    expect(await created).toAnswer(403, { tppMessages: [{ code: 'SERVICE_BLOCKED' }] });
    expect(await statusesOf(client.clientId)).toEqual([]);
    expect(await other.create()).toAnswer(201);
    expect(await statusesOf(other.client.clientId)).toEqual(['received']);
  });
});
