import { randomUUID } from 'node:crypto';
import { exchange, provokedDeadlocks, runningBank, type HttpResponse } from '@open-banking/testing';
import type { PoolClient } from 'pg';
import { services } from '@open-banking/spec';

const path = (consentId: string): string => `/v1.7/consents/${consentId}`;
const maxTimes = 20;
const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

describe('a write whose transaction is the victim of a deadlock', () => {
  const bank = runningBank(services);

  /** Reads the service's counter from its internal port. */
  const retries = async (): Promise<number> => {
    const { internalPort } = bank.facts.internal['ais-pis'];
    const { text } = await exchange(`http://127.0.0.1:${internalPort}/metrics`);
    return Number(/^openbank_transaction_retries_total\{[^}]*reason="deadlock"[^}]*\} (\d+)$/m.exec(text)?.[1]);
  };

  /** Waits until another session waits for a lock held by this one. */
  const untilBlocking = async (session: PoolClient, pid: number): Promise<void> => {
    for (;;) {
      const { rows } = await session.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid]);
      if (rows.length > 0) return;
    }
  };

  /**
   * The service locks the idempotency key and then the consent; this session locks in the opposite order. PostgreSQL cancels the
   * service's transaction unless this session was slower than `deadlock_timeout`.
   */
  const deadlock = async (session: PoolClient, write: () => Promise<HttpResponse>, consentId: string, key: string) => {
    const [{ pid }] = (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }];
    await session.query('begin');
    try {
      await session.query('select from consent where consent_id = $1 for update', [consentId]);
      const answering = write();
      await untilBlocking(session, pid);
      const undone = await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]).then(() => false, isDeadlock);
      await session.query('rollback');
      return { answered: await answering, lost: undone };
    } catch (error) {
      await session.query('rollback');
      throw error;
    }
  };

  it('is retried, takes effect once and is counted; the client does not see the deadlock', async () => {
    const client = await bank.client();
    const itself = await client.withClientToken('consents', 'AIS');
    const session = await bank.database('ais-pis').connect();
    try {
      let won = false;
      for (let times = 0; !won && times < maxTimes; times += 1) {
        const consentId = await client.createConsent('allPsd2');
        const requestId = randomUUID();
        const before = await retries();
        const { answered, lost } = await deadlock(
          session,
          () => itself.delete(path(consentId), { headers: { 'x-request-id': requestId } }),
          consentId,
          `${client.clientId} deleteConsent ${requestId}`,
        );
        await provokedDeadlocks(1);
        // It had waited for its lock as long as it does before this session asked for the other one: no deadlock, on a machine that stood still.
        if (!lost && answered.status === 503) continue;
        won = !lost;
        expect(answered).toAnswer(204);
        expect((await retries()) - before).toBe(won ? 1 : 0);
        const audited = await session.query("select from audit where operation = 'deleteConsent' and subject = $1", [consentId]);
        expect(audited.rowCount).toBe(1);
      }
      expect(won).toBe(true);
    } finally {
      session.release();
    }
  });
});
