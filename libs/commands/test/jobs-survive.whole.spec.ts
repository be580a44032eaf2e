import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { types } from 'node:util';
import { statement } from '@open-banking/database';
import { job } from '../src/jobs/job.js';
import { jobBank, newKind, until } from './at-work.js';

const clock = statement<{ now: Date }>('test.clock', 'select now()');

describe('a job', () => {
  const bank = jobBank({ ownServer: true });
  const children: ChildProcess[] = [];

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('in progress is completed when the process is stopped, and no other is started', async () => {
    const kind = newKind();
    const begun: unknown[] = [];
    const ended: unknown[] = [];
    let finish!: () => void;
    const { jobs, end } = await bank.works({
      kind,
      run: async ({ id }) => {
        begun.push(id);
        await new Promise<void>((resolve) => (finish = resolve));
        ended.push(id);
      },
    });
    await bank.database.transaction((tx) => jobs.add(tx, kind, { id: 1 }));
    await until(() => begun.length === 1);
    const ending = end().then(() => ended.push('the process'));
    finish();
    await ending;
    expect([begun, ended]).toEqual([[1], [1, 'the process']]);
    // Another process runs all further jobs; the stopped one would take its share.
    const elsewhere: unknown[] = [];
    await bank.works({ kind, run: async ({ id }) => elsewhere.push(id) });
    for (let id = 2; id < 32; id++) await bank.database.transaction((tx) => jobs.add(tx, kind, { id }));
    await until(() => elsewhere.length === 30);
    expect(begun).toEqual([1]);
  });

  it('of a killed process runs in another one within 20 s', async () => {
    const kind = job<Record<string, unknown>>('long');
    const child = fork(join(import.meta.dirname, 'a-worker.mjs'), [bank.serviceUrl], { execArgv: ['--no-warnings'] });
    children.push(child);
    await once(child, 'message');
    const begun = once(child, 'message');
    const adding = await bank.works();
    await bank.database.transaction((tx) => adding.jobs.add(tx, kind, { id: 'survives' }));
    expect((await begun)[0]).toEqual({ begun: 'survives' });
    const done: unknown[] = [];
    const { said } = await bank.works({ kind, run: async ({ id }) => done.push(id) });
    const beat = async (): Promise<number> => {
      const { rows } = await bank.asOwner(`select extract(epoch from heartbeat_on)::float8 as at from jobs.job where name = 'long'`);
      return (rows[0] as { at: number }).at;
    };
    const before = await beat();
    // Done too early, the job has no heartbeat any more.
    await until(async () => done.length > 0 || (await beat()) > before);
    // The job still belongs to the process, which sends heartbeats: a process that has just started does not take it.
    expect(done).toEqual([]);
    // Ten seconds of silence and two until the next check, of 20; on a machine that stands still in between the clock runs on.
    const { rows } = await bank.asOwner(`select heartbeat_seconds as silent from jobs.queue where name = 'long'`);
    expect(rows).toEqual([{ silent: 10 }]);
    const killed = performance.now();
    child.kill('SIGKILL');
    await until(() => done.length === 1);
    expect(performance.now() - killed).toBeLessThan(60_000);
    expect(done).toEqual(['survives']);
    expect(said.map(({ line }) => line)).toContainEqual({ event: 'jobs taken up', job: 'long', count: 1 });
  });

  it('is completed although the database restarts while jobs run and are added: none is lost', async () => {
    const kind = newKind();
    const done = new Set<unknown>();
    const { jobs, said } = await bank.works({
      kind,
      run: async ({ id }) => {
        await bank.database.row(clock);
        done.add(id);
      },
    });
    const add = (id: number): Promise<boolean> =>
      bank.database
        .transaction((tx) => jobs.add(tx, kind, { id }))
        .then(
          () => true,
          () => (failed += 1) === 0,
        );
    let failed = 0;
    let isBack = false;
    let added = 0;
    for (; added < 200 || !isBack; added++) {
      if (added === 60)
        void bank.restart().then(() => {
          isBack = true;
        });
      // A client repeats a failed write; an acknowledged job must be done.
      await until(() => add(added));
    }
    expect(failed).toBeGreaterThan(0);
    await until(() => done.size === added);
    const reasons = said.flatMap(({ line, error }) => ('event' in line && line.event === 'jobs cannot be looked for' ? [error] : []));
    expect(reasons).not.toEqual([]);
    for (const reason of reasons)
      expect(reason).toEqual(expect.objectContaining({ message: expect.stringMatching(/\w/), stack: expect.any(String) }));
    // A refused connection's error is of Node's realm, a database's of the test's: `instanceof` knows only one of them.
    expect(reasons.filter((reason) => !types.isNativeError(reason))).toEqual([]);
  });

  it('is deleted some time after completion; a recent one is kept', async () => {
    const kind = newKind();
    let done = 0;
    const { jobs } = await bank.works({ kind, run: async () => done++ });
    const count = async () => (await bank.asOwner('select 1 from jobs.job where name = $1', [kind.name])).rows.length;
    await bank.database.transaction(async (tx) => {
      for (let one = 0; one < 3; one++) await jobs.add(tx, kind, {});
    });
    await until(() => done === 3);
    await until(
      async () =>
        (
          await bank.asOwner(
            `update jobs.job set completed_on = now() - interval '1 hour' where id in (select id from jobs.job where name = $1 and state = 'completed' limit 2)`,
            [kind.name],
          )
        ).rowCount === 2,
    );
    await until(async () => (await count()) === 1);
  });
});
