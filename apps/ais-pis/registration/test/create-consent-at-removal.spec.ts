import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { removeClient, runningBank, suspendClient, type HttpResponse } from '@open-banking/testing';
import { services } from '@open-banking/spec';

const anyConsent = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const pollMs = 10;
const maxRaces = 10;

describe('a consent created while its client is removed or suspended (two connections)', () => {
  const bank = runningBank(services);

  /** Writes or locks on a connection of its own, until it lets go of that; `waiting` says whether this many others wait for it, directly or not, before `work` ends. */
  const holding = async (lock: string, values: readonly unknown[]) => {
    const connection = await bank.database('ais-pis').connect();
    await connection.query('begin');
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    await connection.query(lock, [...values]);
    return {
      waiting: async (count: number, work: Promise<unknown>): Promise<boolean> => {
        let hasEnded = false;
        void work.catch(() => undefined).then(() => (hasEnded = true));
        let found = 0;
        for (; found < count && !hasEnded; await pause(pollMs)) {
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
        return found >= count;
      },
      release: async (): Promise<void> => {
        await connection.query('rollback');
        connection.release();
      },
    };
  };

  const consentStatuses = async (clientId: string): Promise<string[]> => {
    const { rows } = await bank
      .database('ais-pis')
      .query<{ status: string }>('select status from consent where client_id = $1', [clientId]);
    return rows.map(({ status }) => status);
  };

  const creating = async () => {
    const client = await bank.client();
    const caller = await client.withClientToken('consents', 'AIS');
    const requestId = randomUUID();
    const create = (): Promise<HttpResponse> => caller.post('/v1.7/consents', anyConsent, { headers: { 'x-request-id': requestId } });
    return { client, requestId, create };
  };

  /**
   * Races until one could be judged. Whoever waits for a lock longer than a second gives up with 503: on a machine that stood still
   * meanwhile there was no race.
   */
  const judged = async (race: () => Promise<boolean>): Promise<void> => {
    for (let races = 1; !(await race()); races += 1) expect(races).toBeLessThan(maxRaces);
  };
  const errorOf = (work: Promise<unknown>): Promise<Error | undefined> =>
    work.then(
      () => undefined,
      (error: Error) => error,
    );
  const hasGivenUp = (created: HttpResponse, error: Error | undefined): boolean => {
    if (error && !error.message.includes('SERVICE_UNAVAILABLE')) throw error;
    return error !== undefined || created.status === 503;
  };

  it('before the removal is ended by it', () =>
    judged(async () => {
      const { client, requestId, create } = await creating();
      // A write with the same key is not over yet: the creation waits for it, with its client locked.
      const held = await holding(
        `insert into answered_command (client_id, operation, request_id, path, body_sha256, status, headers) values ($1, 'createConsent', $2, '', '', 201, '{}')`,
        [client.clientId, requestId],
      );
      const creation = create();
      const first = await held.waiting(1, creation);
      const removal = errorOf(removeClient(bank.operator, client.clientId));
      const both = await held.waiting(2, removal);
      await held.release();
      const [created, error] = await Promise.all([creation, removal]);
      if (hasGivenUp(created, error)) return false;
      expect([first, both]).toEqual([true, true]);
      expect(created).toAnswer(201);
      expect(await consentStatuses(client.clientId)).toEqual(['terminatedByTpp']);
      return true;
    }));

  it('after the removal is refused and not stored; that of another client is created', () =>
    judged(async () => {
      const [{ client, create }, other] = [await creating(), await creating()];
      const consentId = await client.createConsent('allPsd2');
      const held = await holding('select from consent where consent_id = $1 for update', [consentId]);
      const removal = errorOf(removeClient(bank.operator, client.clientId));
      const first = await held.waiting(1, removal);
      const creation = create();
      const both = await held.waiting(2, creation);
      await held.release();
      const [error, created] = await Promise.all([removal, creation]);
      if (hasGivenUp(created, error)) return false;
      expect([first, both]).toEqual([true, true]);
      expect(created).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
      expect(await consentStatuses(client.clientId)).toEqual(['terminatedByTpp']);
      expect(await other.create()).toAnswer(201);
      expect(await consentStatuses(other.client.clientId)).toEqual(['received']);
      return true;
    }));

  it('after the suspension is refused and not stored; that of another client is created', () =>
    judged(async () => {
      const [{ client, create }, other] = [await creating(), await creating()];
      // Another suspension is not over yet: the bank's waits for it, with the client locked.
      const held = await holding(`insert into client_suspension (client_id, suspended_at, reason) values ($1, now(), 'Test')`, [
        client.clientId,
      ]);
      const suspension = errorOf(suspendClient(bank.operator, client.clientId, 'Register: licence withdrawn'));
      const first = await held.waiting(1, suspension);
      const creation = create();
      const both = await held.waiting(2, creation);
      await held.release();
      const [error, created] = await Promise.all([suspension, creation]);
      if (hasGivenUp(created, error)) return false;
      expect([first, both]).toEqual([true, true]);
      expect(created).toAnswer(403, { tppMessages: [{ code: 'SERVICE_BLOCKED' }] });
      expect(await consentStatuses(client.clientId)).toEqual([]);
      expect(await other.create()).toAnswer(201);
      expect(await consentStatuses(other.client.clientId)).toEqual(['received']);
      return true;
    }));
});
