import { statements } from '@open-banking/database';
import { TraceReceiver } from '@open-banking/testing';
import { currentTraceId, SpanKind, startTracing } from '@open-banking/telemetry/tracing';
import { planOf } from '@open-banking/database/testing';
import { jobBank, newKind, newOrder, until } from './at-work.js';

const waitingForLock = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe('a job', () => {
  const bank = jobBank();

  it('exists once its transaction commits, and not if it rolls back', async () => {
    const kind = newKind();
    const done: unknown[] = [];
    const { jobs, counted } = await bank.works({ kind, run: async ({ id }) => done.push(id) });
    await expect(
      bank.database.transaction(async (tx) => {
        await jobs.add(tx, kind, { id: 'undone' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await bank.database.transaction(async (tx) => {
      await jobs.add(tx, kind, { id: 'kept' });
      expect(await counted(kind)).toEqual({});
    });
    await until(() => done.length > 0);
    await until(async () => Object.keys(await counted(kind)).length === 0);
    expect(done).toEqual(['kept']);
  });

  it('starts as soon as its transaction commits, without waiting for the next poll', async () => {
    const kind = newKind();
    const done: unknown[] = [];
    const { jobs } = await bank.worksWhenTold({ kind, run: async ({ one }) => done.push(one) });
    for (let one = 1; one <= 5; one++) {
      await bank.database.transaction((tx) => jobs.add(tx, kind, { one }));
      await until(() => done.length === one);
    }
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it('continues the trace of the work that adds it, if that is recorded, and begins one of its own otherwise', async () => {
    const receiver = await TraceReceiver.open();
    const observer = { exported: () => undefined, dropped: () => undefined };
    const settings = { otelExporterOtlpEndpoint: receiver.origin, otelTracesSamplerArg: 1 };
    const recording = await startTracing('test', settings, observer);
    const kind = newKind();
    const datas: object[] = [];
    const { jobs } = await bank.worksRecordedBy(recording, { kind, run: async (data) => datas.push(data) });
    const add = (id: number) => bank.database.transaction((tx) => jobs.add(tx, kind, { id }));
    const facts = { kind: SpanKind.INTERNAL, attributes: {} };
    const traceIdOfAdding = await recording.inTrace('adding', facts, async () => {
      await add(1);
      return currentTraceId()!;
    });
    await until(() => datas.length === 1);
    await add(2);
    await until(() => datas.length === 2);
    await recording.stop();
    receiver.close();
    const [first, second] = receiver.spans.filter(({ name }) => name === kind.name);
    const adding = receiver.spans.find(({ name }) => name === 'adding')!;
    expect(first).toMatchObject({ traceId: traceIdOfAdding, parentSpanId: adding.spanId, kind: 5 });
    expect(second!.traceId).not.toBe(traceIdOfAdding);
    expect(second).not.toHaveProperty('parentSpanId');
    const within = receiver.spans.filter(({ parentSpanId }) => parentSpanId === adding.spanId).map(({ name }) => name);
    expect(within.toSorted()).toEqual(['jobs.add', 'COMMIT', kind.name].toSorted());
  });

  it('waits for its start time', async () => {
    const kind = newKind();
    const at: Record<string, number> = {};
    const { jobs } = await bank.works({
      kind,
      run: async ({ id }) => {
        at[id as string] = Date.now();
      },
    });
    const after = new Date(Date.now() + 1_500);
    await bank.database.transaction(async (tx) => {
      await jobs.add(tx, kind, { id: 'tomorrow' }, { after: new Date(Date.now() + 86_400_000) });
      await jobs.add(tx, kind, { id: 'later' }, { after });
      await jobs.add(tx, kind, { id: 'now' });
    });
    await until(() => 'later' in at && 'now' in at);
    expect(at['later']).toBeGreaterThanOrEqual(after.getTime());
    expect(at).not.toHaveProperty('tomorrow');
  });

  it('that throws is retried after a delay until it succeeds; operators see it in the log and the metrics', async () => {
    const kind = newKind();
    let runs = 0;
    let wasSeen = false;
    const { jobs, said, counted } = await bank.works({
      kind,
      run: async () => {
        if (++runs < 3 || !wasSeen) throw new RangeError('not yet');
      },
    });
    await bank.database.transaction((tx) => jobs.add(tx, kind, {}));
    await until(async () => (await counted(kind))['failed'] === 1);
    wasSeen = true;
    await until(async () => Object.keys(await counted(kind)).length === 0);
    expect(runs).toBeGreaterThanOrEqual(3);
    const failures = Array.from({ length: runs - 1 }, (_, at) => at + 1);
    expect(said.map(({ line, error }) => ({ ...line, error }))).toMatchObject(
      failures.map((attempt) => ({ event: 'job failed', job: kind.name, attempt, error: { message: 'not yet' } })),
    );
    const { rows } = await bank.asOwner('select output::text, retry_limit from jobs.job where name = $1', [kind.name]);
    // An error message may contain customer data: the log masks it, and the queue keeps only the error's name.
    expect(rows).toEqual([{ output: expect.not.stringContaining('not yet'), retry_limit: 2_147_483_647 }]);
  });

  it('that keeps failing waits at most as long as its kind allows', async () => {
    const kind = newKind({ maxRetryDelaySeconds: 7 });
    const { jobs, counted } = await bank.works({ kind, run: () => Promise.reject(new Error('never')) });
    await bank.database.transaction((tx) => jobs.add(tx, kind, {}));
    await until(async () => (await counted(kind))['failed'] === 1);
    const aged = `update jobs.job set retry_count = 1000, start_after = now() where name = $1 and state = 'retry'`;
    await until(async () => (await bank.asOwner(aged, [kind.name])).rowCount === 1);
    await until(
      async () =>
        (await bank.asOwner('select 1 from jobs.job where name = $1 and retry_count > 1000 and state = $2', [kind.name, 'retry'])).rows
          .length === 1,
    );
    const { rows } = await bank.asOwner("select start_after < now() + interval '7 s' as soon from jobs.job where name = $1", [kind.name]);
    expect(rows).toEqual([{ soon: true }]);
  });

  it('of an ordered kind runs after earlier jobs of its key, including failing ones; other keys do not wait', async () => {
    const kind = newOrder();
    const done: string[] = [];
    let failures = 0;
    const { jobs } = await bank.works({
      kind,
      run: async ({ key, turn }) => {
        if (key === 'a' && turn === 1 && !done.includes('b1') && ++failures) throw new Error('not yet');
        done.push(`${key as string}${turn as number}`);
      },
    });
    await bank.database.transaction(async (tx) => {
      for (let turn = 1; turn <= 12; turn++) await jobs.add(tx, kind, { key: 'a', turn }, { key: 'a' });
    });
    await until(() => failures > 0);
    await bank.database.transaction((tx) => jobs.add(tx, kind, { key: 'b', turn: 1 }, { key: 'b' }));
    await until(() => done.length === 13);
    expect(done.filter((one) => one.startsWith('a'))).toEqual(Array.from({ length: 12 }, (_, turn) => `a${turn + 1}`));
    expect(done.indexOf('b1')).toBeLessThan(done.indexOf('a1'));
  });

  it('of an ordered kind is ordered by when it was added, not by when its transaction began (two connections)', async () => {
    const kind = newOrder();
    const done: unknown[] = [];
    const { jobs } = await bank.works({ kind, run: async ({ id }) => done.push(id) });
    const after = new Date(Date.now() + 1_000);
    await bank.database.transaction(async (early) => {
      await early.entities((manager) => manager.query('select 1'));
      await bank.database.transaction((late) => jobs.add(late, kind, { id: 'added first' }, { key: 'k', after }));
      await jobs.add(early, kind, { id: 'added second' }, { key: 'k', after });
    });
    await until(() => done.length === 2);
    expect(done).toEqual(['added first', 'added second']);
  });

  it('of an ordered kind is not overtaken by one that was added later but commits earlier (two connections)', async () => {
    const kind = newOrder();
    const done: unknown[] = [];
    const { jobs } = await bank.works({ kind, run: async ({ id }) => done.push(id) });
    let second!: Promise<unknown>;
    await bank.database.transaction(async (slow) => {
      await jobs.add(slow, kind, { id: 'first' }, { key: 'k' });
      second = bank.database.transaction((quick) => jobs.add(quick, kind, { id: 'second' }, { key: 'k' }));
      await bank.database.transaction((other) => jobs.add(other, kind, { id: 'of another key' }, { key: 'l' }));
      await until(() => done.length === 1);
      // The second waits for the first one's transaction: nothing else in this database waits for a lock.
      await until(async () => (await bank.database.pool.query(waitingForLock)).rowCount === 1);
    });
    await second;
    await until(() => done.length === 3);
    expect(done).toEqual(['of another key', 'first', 'second']);
  });

  it('runs at most the configured number at once', async () => {
    const kind = newKind();
    let now = 0;
    let max = 0;
    let done = 0;
    const { jobs } = await bank.works({
      kind,
      run: async () => {
        max = Math.max(max, ++now);
        await until(() => max === 6);
        now--;
        done++;
      },
    });
    await bank.database.transaction(async (tx) => {
      for (let one = 0; one < 30; one++) await jobs.add(tx, kind, {});
    });
    await until(() => done === 30);
    expect(max).toBe(6);
  });

  it('is refused if it has no handler or two; without job kinds, no connection is opened', async () => {
    const { jobs } = await bank.works();
    await expect(bank.database.transaction((tx) => jobs.add(tx, newKind(), {}))).rejects.toThrow(/nobody does jobs/);
    const kind = newKind();
    await expect(bank.works({ kind, run: async () => undefined }, { kind, run: async () => undefined })).rejects.toThrow(/two methods/);
    const opened = await bank.asOwner(`select 1 from pg_stat_activity where application_name = 'jobs' and datname = current_database()`);
    expect(opened.rows).toEqual([]);
  });

  it("is stored in tables that the service's role uses but does not own", async () => {
    for (const text of [
      'create table jobs.mine ()',
      'drop table jobs.job',
      'alter table jobs.job_common add column mine text',
      'update jobs.version set version = 1',
      'create table mine ()',
    ]) {
      await expect(bank.database.pool.query(text)).rejects.toThrow(/permission denied|must be owner/);
    }
    await bank.asOwner('select 1 from jobs.version');
  });

  it('that is due and does not run is as old as the time since then; one that fails is as old as itself, one for later has no age', async () => {
    const [waiting, failing] = [newKind(), newKind()];
    let mayEnd = false;
    const { jobs, counted, oldestDue } = await bank.works(
      { kind: waiting, run: async () => until(() => mayEnd) },
      {
        kind: failing,
        run: async () => {
          throw new Error('still broken');
        },
      },
    );
    expect([await oldestDue(waiting), await oldestDue(failing)]).toEqual([0, 0]);
    await bank.database.transaction(async (tx) => {
      await jobs.add(tx, waiting, { id: 'later' }, { after: new Date(Date.now() + 3_600_000) });
      await jobs.add(tx, failing, { id: 'fails' });
    });
    await until(async () => (await counted(failing))['failed'] === 1);
    await bank.asOwner(`update jobs.job_common set created_on = created_on - interval '1 hour' where name = $1`, [failing.name]);
    expect(await oldestDue(waiting)).toBe(0);
    await until(async () => (await oldestDue(failing))! > 3_600);

    // Six run at once; the seventh waits for one of them.
    await bank.database.transaction(async (tx) => {
      for (let id = 1; id <= 7; id++) await jobs.add(tx, waiting, { id });
    });
    await until(async () => (await oldestDue(waiting))! > 0.1);
    expect(await oldestDue(waiting)).toBeLessThan(3_600);
    mayEnd = true;
    await until(async () => (await oldestDue(waiting)) === 0);
  });

  it.each(statements().filter(({ name }) => name.startsWith('jobs.')))('$name finds its rows by an index', async (of) => {
    expect(await planOf(bank.database.pool, of)).not.toMatch(/Seq Scan/);
  });
});
