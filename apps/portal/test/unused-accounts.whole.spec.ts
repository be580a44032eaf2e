import { createHash, randomUUID } from 'node:crypto';
import { ownDatabase } from '@open-banking/testing/database';
import { RequestsService } from '../src/requests/requests.service.js';
import { reopenSandboxAccount } from '../src/sandbox-accounts/sandbox-accounts.statements.js';
import { UnusedAccountsService } from '../src/sandbox-accounts/unused-accounts.service.js';

const dayMs = 86_400_000;
const linkOf = (developerId: string): Buffer => createHash('sha256').update(developerId).digest();

describe('accounts made in one click', () => {
  const own = ownDatabase('portal', { poolSize: 2 });
  const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

  /** An account with a client, whose last sign-in was so many days ago. */
  async function anAccount(signedInDaysAgo: number): Promise<{ readonly developerId: string; readonly clientId: string }> {
    const [developerId, clientId] = [randomUUID(), randomUUID()];
    await own.owner.query(`insert into developer values ($1, $2, '', null, now())`, [developerId, `sandbox-${developerId}`]);
    await own.owner.query(`insert into developer_client (client_id, developer_id, created_at) values ($1, $2, now())`, [
      clientId,
      developerId,
    ]);
    await own.owner.query('insert into sandbox_account (developer_id, reopen_hash, opened_from, used_at) values ($1, $2, $3, $4)', [
      developerId,
      linkOf(developerId),
      Buffer.alloc(32),
      daysAgo(signedInDaysAgo),
    ]);
    return { developerId, clientId };
  }

  /** Records a request of each of these clients, as the services do. */
  const record = (at: Date, ...clientIds: string[]): Promise<void> =>
    new RequestsService(own.database).record({
      clientId: clientIds,
      at: clientIds.map(() => at.getTime()),
      requestId: clientIds.map(() => randomUUID()),
      operation: clientIds.map(() => 'listCards'),
      status: clientIds.map(() => 200),
      ms: clientIds.map(() => 1),
      limits: clientIds.map(() => ''),
      consentId: clientIds.map(() => ''),
      faults: clientIds.map(() => []),
    } as never);

  /** Runs the job, with `meanwhile` before the first account loses its clients. The accounts that it has deleted, in their order. */
  async function deleteUnused(meanwhile: (developerId: string) => Promise<unknown> = async () => undefined): Promise<string[]> {
    const deleted: string[] = [];
    const customers = { list: async () => [] };
    const clients = {
      list: async (developerId: string) => {
        if (deleted.length === 0) await meanwhile(developerId);
        return [];
      },
    };
    const deletion = {
      delete: async (developerId: string) => {
        deleted.push(developerId);
        await own.owner.query('delete from developer_client where developer_id = $1', [developerId]);
        await own.owner.query('delete from developer where developer_id = $1', [developerId]);
      },
    };
    await new UnusedAccountsService(
      own.database,
      { sandbox: true } as never,
      clients as never,
      customers as never,
      deletion as never,
    ).deleteUnused();
    return deleted;
  }

  const usedAt = async (developerId: string): Promise<Date> =>
    (await own.owner.query<{ used_at: Date }>('select used_at from sandbox_account where developer_id = $1', [developerId])).rows[0]!
      .used_at;

  it('stay for 30 days after the last request of a client, although counts of requests are kept for seven', async () => {
    const [calling, silent, never] = [await anAccount(50), await anAccount(50), await anAccount(50)];
    const [late, early] = [daysAgo(29), daysAgo(32)];
    await record(early, silent.clientId, calling.clientId);
    await record(late, calling.clientId);
    await new RequestsService(own.database).purge();
    expect((await own.owner.query('select from request_count')).rowCount).toBe(0);
    expect(new Set(await deleteUnused())).toEqual(new Set([silent.developerId, never.developerId]));
    expect(await usedAt(calling.developerId)).toEqual(late);
  });

  it('note their use once a day, and no request of the past or of another account', async () => {
    const [one, other] = [await anAccount(3), await anAccount(3)];
    const first = daysAgo(0.5);
    await record(first, one.clientId, 'no-client');
    await record(daysAgo(0.1), one.clientId);
    await record(daysAgo(20), other.clientId);
    expect(await usedAt(one.developerId)).toEqual(first);
    expect((await usedAt(other.developerId)).getTime()).toBeLessThan(daysAgo(2.9).getTime());
  });

  it('stay when they are opened again, or a client calls, after the job has found them and before their turn', async () => {
    const [first, reopened, calling, last] = [await anAccount(60), await anAccount(59), await anAccount(58), await anAccount(57)];
    const deleted = await deleteUnused(async () => {
      await own.database.row(reopenSandboxAccount, linkOf(reopened.developerId), linkOf('next'), new Date());
      await record(new Date(), calling.clientId);
    });
    expect(deleted).toEqual([first.developerId, last.developerId]);
  });

  it('are not opened by their link any more once their deletion has begun', async () => {
    const [one, kept] = [await anAccount(60), await anAccount(5)];
    const open = (developerId: string) => own.database.row(reopenSandboxAccount, linkOf(developerId), linkOf(randomUUID()), new Date());
    const opened: unknown[] = [];
    expect(await deleteUnused(async (developerId) => opened.push(await open(developerId)))).toEqual([one.developerId]);
    expect(opened).toEqual([undefined]);
    expect(await open(kept.developerId)).toEqual({ developerId: kept.developerId });
  });
});
