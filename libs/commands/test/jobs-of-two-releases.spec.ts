import type { JobKind } from '../src/jobs/job.js';
import { jobBank, newKind, newOrder, until } from './at-work.js';

const waitingForLock = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

// Version 0.1.0 ran its jobs with pg-boss 12.35.0, over the same tables. While replicas are replaced, both versions run beside each other.
describe('a job of the previous release', () => {
  const bank = jobBank();

  /** A row as 0.1.0 leaves it. */
  const written = (kind: JobKind<Record<string, unknown>>, id: string, columns: Record<string, string> = {}): Promise<unknown> => {
    const values: Record<string, string> = {
      id: 'uuidv7()',
      name: `'${kind.name}'`,
      data: `'{"id":"${id}"}'`,
      policy: kind.ordered ? `'key_strict_fifo'` : `'standard'`,
      created_on: 'clock_timestamp()',
      start_after: 'clock_timestamp()',
      keep_until: `'infinity'`,
      expire_seconds: '900',
      deletion_seconds: '604800',
      heartbeat_seconds: '10',
      retry_limit: '2147483647',
      retry_delay: '1',
      retry_backoff: 'true',
      retry_delay_max: '30',
      ...columns,
    };
    return bank.asOwner(`insert into jobs.job (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`);
  };
  const states = async (kind: JobKind<Record<string, unknown>>): Promise<Record<string, string>> => {
    const { rows } = await bank.asOwner(`select data ->> 'id' as id, state::text from jobs.job where name = $1`, [kind.name]);
    return Object.fromEntries((rows as { id: string; state: string }[]).map(({ id, state }) => [id, state]));
  };
  const started = { started_on: 'now()' };

  it('is run whether it waits, failed, or ran in a process that has died; one that still runs or has ended is not', async () => {
    const kind = newKind();
    const done: unknown[] = [];
    const attempts = new Map<unknown, number>();
    // The queue is there before its jobs are, as after an upgrade.
    const before = await bank.worksWhenTold({ kind, run: async () => undefined });
    await before.end();
    await written(kind, 'waits');
    await written(kind, 'waits for later', { start_after: `now() + interval '1 hour'` });
    await written(kind, 'failed once', { ...started, state: `'retry'`, output: `'{"error":"RangeError"}'` });
    await written(kind, 'failed often', { ...started, state: `'retry'`, retry_count: '40', output: `'{"error":"RangeError"}'` });
    await written(kind, 'failed, for later', { ...started, state: `'retry'`, start_after: `now() + interval '1 hour'` });
    await written(kind, 'lost', { ...started, state: `'active'`, heartbeat_on: `now() - interval '11 s'` });
    await written(kind, 'runs elsewhere', { ...started, state: `'active'`, heartbeat_on: `now() + interval '1 hour'` });
    await written(kind, 'is done', { ...started, state: `'completed'`, completed_on: 'now()' });
    await written(kind, 'is cancelled', { state: `'cancelled'`, completed_on: 'now()' });
    await written(kind, 'failed for good', { ...started, state: `'failed'`, completed_on: 'now()', retry_limit: '0' });
    await bank.works({
      kind,
      run: async ({ id }) => {
        attempts.set(id, (attempts.get(id) ?? 0) + 1);
        done.push(id);
      },
    });
    await until(async () => done.length >= 4 && Object.values(await states(kind)).filter((state) => state === 'completed').length === 5);
    expect(done.toSorted()).toEqual(['failed often', 'failed once', 'lost', 'waits']);
    expect(Math.max(...attempts.values())).toBe(1);
    expect(await states(kind)).toEqual({
      waits: 'completed',
      'waits for later': 'created',
      'failed once': 'completed',
      'failed often': 'completed',
      'failed, for later': 'retry',
      lost: 'completed',
      'runs elsewhere': 'active',
      'is done': 'completed',
      'is cancelled': 'cancelled',
      'failed for good': 'failed',
    });
    const { rows } = await bank.asOwner(
      `select data ->> 'id' as id, retry_count from jobs.job where name = $1 and state = 'completed' order by id`,
      [kind.name],
    );
    // A row that has been started is a further attempt.
    expect(Object.fromEntries((rows as { id: string; retry_count: number }[]).map((row) => [row.id, row.retry_count]))).toMatchObject({
      waits: 0,
      'failed once': 1,
      'failed often': 41,
      lost: 1,
    });
  });

  it('of an ordered kind that failed or runs holds back the others of its key, and no other key', async () => {
    const kind = newOrder();
    const done: unknown[] = [];
    const before = await bank.worksWhenTold({ kind, run: async () => undefined });
    await before.end();
    await written(kind, 'a1', { ...started, state: `'retry'`, singleton_key: `'a'`, start_after: `now() + interval '1 hour'` });
    await written(kind, 'a2', { singleton_key: `'a'` });
    await written(kind, 'b1', { ...started, state: `'active'`, singleton_key: `'b'`, heartbeat_on: `now() + interval '1 hour'` });
    await written(kind, 'b2', { singleton_key: `'b'` });
    await written(kind, 'c1', { ...started, state: `'retry'`, singleton_key: `'c'` });
    // Added by a transaction that began earlier.
    await written(kind, 'c2', { singleton_key: `'c'`, created_on: `now() - interval '1 hour'` });
    await bank.works({ kind, run: async ({ id }) => done.push(id) });
    await until(() => done.length >= 2);
    expect(done).toEqual(['c1', 'c2']);
    await bank.asOwner(`update jobs.job set start_after = now() where name = $1 and state = 'retry'`, [kind.name]);
    await bank.asOwner(`update jobs.job set heartbeat_on = now() - interval '11 s' where name = $1 and state = 'active'`, [kind.name]);
    await until(() => done.length === 6);
    for (const key of ['a', 'b']) expect(done.filter((id) => (id as string).startsWith(key))).toEqual([`${key}1`, `${key}2`]);
  });
});

describe('what this release writes', () => {
  const bank = jobBank();

  it('is what the previous release reads: a queue, and a job that waits, runs, has failed and is done', async () => {
    const [kind, ordered] = [newKind({ maxRetryDelaySeconds: 600 }), newOrder()];
    let end!: (error?: Error) => void;
    let runs = 0;
    const run = (): Promise<void> => {
      runs += 1;
      return new Promise((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
    };
    const { jobs } = await bank.works({ kind, run }, { kind: ordered, run: async () => undefined });
    const { rows: queues } = await bank.asOwner(
      `select policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds,
         heartbeat_seconds, dead_letter, partition, table_name, notify from jobs.queue where name in ($1, $2) order by policy`,
      [kind.name, ordered.name],
    );
    const queue = {
      retry_limit: 2_147_483_647,
      retry_delay: 1,
      retry_backoff: true,
      expire_seconds: 900,
      retention_seconds: 1_209_600,
      deletion_seconds: 604_800,
      heartbeat_seconds: 10,
      dead_letter: null,
      partition: false,
      table_name: 'job_common',
      notify: false,
    };
    expect(queues).toEqual([
      { ...queue, policy: 'key_strict_fifo', retry_delay_max: 1 },
      { ...queue, policy: 'standard', retry_delay_max: 600 },
    ]);
    const row = async (): Promise<unknown> => {
      const { rows } = await bank.asOwner(
        `select state::text, retry_count, retry_limit, started_on is not null as started, heartbeat_on is not null as beats,
           completed_on is not null as completed, output, blocked, policy, keep_until = 'infinity' as kept,
           start_after - now() between interval '0 s' and interval '2 s' as soon
         from jobs.job where name = $1`,
        [kind.name],
      );
      return rows[0];
    };
    const job = { retry_limit: 2_147_483_647, blocked: false, policy: 'standard', kept: true };
    await bank.database.transaction((tx) => jobs.add(tx, kind, {}));
    await until(() => runs === 1);
    const active = { ...job, state: 'active', started: true, beats: true, completed: false, soon: false };
    expect(await row()).toEqual({ ...active, retry_count: 0, output: null });
    end(new RangeError('of customer Jane Doe'));
    await until(async () => ((await row()) as { state: string }).state !== 'active');
    const failed = {
      ...job,
      state: 'retry',
      retry_count: 0,
      started: true,
      beats: false,
      completed: false,
      output: { error: 'RangeError' },
    };
    expect([
      { ...failed, soon: true },
      { ...failed, soon: false },
    ]).toContainEqual(await row());
    await until(() => runs === 2);
    expect(await row()).toEqual({ ...active, retry_count: 1, output: { error: 'RangeError' } });
    end();
    await until(async () => ((await row()) as { state: string }).state !== 'active');
    expect(await row()).toMatchObject({ state: 'completed', retry_count: 1, completed: true, output: null });
  });

  it('leaves a job to the process that has taken it up: neither its end nor its failure is that of the later attempt', async () => {
    const kind = newKind();
    const ends = new Map<unknown, (error?: Error) => void>();
    const worker = await bank.worksWhenTold({
      kind,
      run: ({ id }) => new Promise<void>((resolve, reject) => ends.set(id, (error) => (error ? reject(error) : resolve()))),
    });
    await bank.database.transaction(async (tx) => {
      for (const id of ['ends', 'fails']) await worker.jobs.add(tx, kind, { id });
    });
    await until(() => ends.size === 2);
    await bank.asOwner(`update jobs.job set retry_count = retry_count + 1, heartbeat_on = now() + interval '1 hour' where name = $1`, [
      kind.name,
    ]);
    ends.get('ends')!();
    ends.get('fails')!(new Error('too late'));
    await worker.end();
    const { rows } = await bank.asOwner(`select state::text, retry_count, heartbeat_on > now() as beats from jobs.job where name = $1`, [
      kind.name,
    ]);
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ state: 'active', retry_count: 1, beats: true })));
  });

  it('is claimed by one of two processes only, and in order where its kind is ordered', async () => {
    const [kind, ordered] = [newKind(), newOrder()];
    const done: unknown[] = [];
    const inOrder: string[] = [];
    const doings = [
      { kind, run: async ({ id }: Record<string, unknown>) => done.push(id) },
      { kind: ordered, run: async ({ id }: Record<string, unknown>) => inOrder.push(id as string) },
    ];
    const { jobs, said } = await bank.works(...doings);
    await bank.works(...doings);
    await bank.database.transaction(async (tx) => {
      for (let id = 0; id < 200; id++) await jobs.add(tx, kind, { id });
      for (let turn = 10; turn < 40; turn++)
        for (const key of ['a', 'b', 'c']) await jobs.add(tx, ordered, { id: `${key}${turn}` }, { key });
    });
    await until(async () => done.length >= 200 && inOrder.length >= 90);
    expect(new Set(done).size).toBe(200);
    expect(done.length).toBe(200);
    for (const key of ['a', 'b', 'c']) {
      const own = inOrder.filter((id) => id.startsWith(key));
      expect(own).toEqual(Array.from({ length: 30 }, (_, at) => `${key}${at + 10}`));
    }
    expect(said).toEqual([]);
  });

  it('of an ordered kind waits where another process claims a later one of its key at the same moment (two connections)', async () => {
    const kind = newOrder();
    const done: unknown[] = [];
    const { jobs, said } = await bank.works({ kind, run: async ({ id }) => done.push(id) });
    const after = new Date(Date.now() + 3_600_000);
    await bank.database.transaction(async (tx) => {
      for (const id of ['first', 'second']) await jobs.add(tx, kind, { id }, { key: 'k', after });
    });
    const elsewhere = `update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() + interval '1 hour'
      where name = '${kind.name}' and data ->> 'id' = 'second'`;
    await bank.database.transaction(async (tx) => {
      await tx.entities((manager) => manager.query(elsewhere));
      await bank.asOwner(`update jobs.job set start_after = now() where name = $1 and data ->> 'id' = 'first'`, [kind.name]);
      await until(async () => (await bank.database.pool.query(waitingForLock)).rowCount === 1);
    });
    const { rows } = await bank.asOwner(`select data ->> 'id' as id, state::text from jobs.job where name = $1 order by id`, [kind.name]);
    expect(rows).toEqual([
      { id: 'first', state: 'created' },
      { id: 'second', state: 'active' },
    ]);
    await bank.asOwner(`update jobs.job set state = 'completed', completed_on = now() where name = $1 and state = 'active'`, [kind.name]);
    await until(() => done.length === 1);
    expect([done, said]).toEqual([['first'], []]);
  });

  it('is tried again when a run takes longer than a job may', async () => {
    const kind = newKind();
    let runs = 0;
    const { jobs, said } = await bank.works({ kind, run: () => (++runs === 1 ? new Promise(() => undefined) : Promise.resolve()) });
    await bank.asOwner(`update jobs.queue set expire_seconds = 1 where name = $1`, [kind.name]);
    await bank.database.transaction((tx) => jobs.add(tx, kind, {}));
    await until(() => runs === 2);
    expect(said).toMatchObject([{ line: { event: 'job failed', attempt: 1 }, error: { message: 'the run has taken more than 1 s' } }]);
  });
});
