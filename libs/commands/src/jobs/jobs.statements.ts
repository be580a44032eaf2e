import { purgeBatch, statement } from '@open-banking/database';

/**
 * What the library's own statement for this inserts, with two differences: the order of jobs is that of the clock, not of
 * the beginnings of their transactions; and nobody is notified, because a NOTIFY lets transactions commit only one after
 * the other (docs/decisions/0019).
 */
export const addJob = statement<{ jobId: string }, [kind: string, data: string, key: string | null, after: Date | null]>(
  'jobs.add',
  /* sql */ `
  insert into jobs.job (
    id, name, data, singleton_key, policy, created_on, start_after, keep_until, expire_seconds, deletion_seconds,
    heartbeat_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max)
  select uuidv7(), q.name, $2::jsonb, $3, q.policy, clock_timestamp(), coalesce($4, clock_timestamp()), 'infinity',
         q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max
  from jobs.queue q
  where q.name = $1
  returning id as "jobId"
`,
);

/** Many jobs of one kind with the same columns as `addJob`. Each is a microsecond younger than the one before: that orders those of one key. */
export const addJobs = statement<{ jobId: string }, [kind: string, data: readonly string[], keys: readonly string[]]>(
  'jobs.add-all',
  /* sql */ `
  insert into jobs.job (
    id, name, data, singleton_key, policy, created_on, start_after, keep_until, expire_seconds, deletion_seconds,
    heartbeat_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max)
  select uuidv7(), q.name, j.data::jsonb, j.key, q.policy, added_on + j.place * interval '1 us', added_on, 'infinity',
         q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max
  from jobs.queue q, clock_timestamp() as added_on, unnest($2::text[], $3::text[]) with ordinality as j (data, key, place)
  where q.name = $1
  returning id as "jobId"
`,
);

/** Until the transaction ends nobody else adds a job of this key: they are there in the order in which they were added. */
export const keepOrder = statement<object, [kind: string, key: string]>(
  'jobs.keep-order',
  `
  select pg_advisory_xact_lock(hashtextextended('job ' || $1::text || ' ' || $2::text, 0))
`,
);

/** Jobs whose worker has not been heard of for as long as they allow: it is dead, or cut off. They wait again. */
export const takeUpJobs = statement<{ kind: string }>(
  'jobs.take-up',
  /* sql */ `
  update jobs.job_common
  set state = 'retry', start_after = now(), heartbeat_on = null
  where (name, id) in (
    select name, id from jobs.job_common
    where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 s' < now()
    for update skip locked
  ) and state = 'active'
  returning name as kind
`,
);

/** Whether there is one of them: `take-up` itself writes. */
export const silentJobs = statement<{ any: boolean }>(
  'jobs.silent',
  /* sql */ `
  select exists (
    select from jobs.job_common where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 s' < now()
  ) as any
`,
  { polled: true },
);

/** Jobs done five minutes ago, a thousand at a time: what they did is recorded where it took effect. */
export const forgetJobs = statement<object>(
  'jobs.forget',
  /* sql */ `
  delete from jobs.job_common
  where (name, id) in (
    select name, id from jobs.job_common
    where state = 'completed' and completed_on < now() - interval '5 min' order by completed_on limit ${purgeBatch}
    for update skip locked
  )
  returning 1
`,
);

/** `failed`: a job that threw, and is tried again. */
export const countJobs = statement<{ kind: string; state: 'waiting' | 'running' | 'failed'; count: number }>(
  'jobs.count',
  /* sql */ `
  select name as kind, case state when 'created' then 'waiting' when 'active' then 'running' else 'failed' end as state, count(*)::int as count
  from jobs.job_common
  where state < 'completed'
  group by name, state
`,
);

/**
 * Of each kind the first job, in the order in which they are taken, that is due and does not run: one probe of an index a kind, however
 * many jobs wait. One that is tried again has been due since it was added, not since its last attempt. (The kinds stand in a subquery, so that
 * PostgreSQL does not plan for their number: it would at each execution, 0.9 ms with all that is asked together.)
 */
export const oldestDueJobs = statement<{ kind: string; seconds: number }, [kinds: readonly string[]]>(
  'jobs.oldest-due',
  /* sql */ `
  select k.kind, extract(epoch from clock_timestamp() - j.due_since)::float8 as seconds
  from unnest((select $1::text[])) as k (kind) cross join lateral (
    select case o.state when 'retry' then o.created_on else o.start_after end as due_since
    from jobs.job_common o
    where o.name = k.kind and o.state < 'active' and not o.blocked and (o.state = 'retry' or o.start_after <= now())
    order by o.priority desc, o.created_on
    limit 1
  ) j
`,
  { polled: true },
);
