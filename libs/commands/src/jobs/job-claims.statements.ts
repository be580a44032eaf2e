import { statement } from '@open-banking/database';

/** A job is free for other processes after this many seconds without a heartbeat. */
export const silentAfterSeconds = 10;

/** How the rows of a queue say that a job is tried again without end. */
const unlimited = 2_147_483_647;

/**
 * Declares the queues of a process, with the columns that the release before this one also reads: retries without end that begin after a
 * second, a run of at most 15 minutes, no dead letters. A queue keeps its policy. Sorted, so that two processes do not wait for each other.
 */
export const declareKinds = statement<object, [kinds: readonly string[], policies: readonly string[], maxRetryDelays: readonly number[]]>(
  'jobs.declare-kinds',
  /* sql */ `
  insert into jobs.queue as q (
    name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds,
    heartbeat_seconds, partition, table_name)
  select k.name, k.policy, ${unlimited}, 1, true, k.retry_delay_max, 900, 1209600, 604800, ${silentAfterSeconds}, false, 'job_common'
  from unnest($1::text[], $2::text[], $3::int[]) as k (name, policy, retry_delay_max)
  order by k.name
  on conflict (name) do update
  set (retry_limit, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, updated_on)
    = row (excluded.retry_limit, excluded.retry_delay, excluded.retry_backoff, excluded.retry_delay_max, excluded.heartbeat_seconds, now())
  where (q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.heartbeat_seconds)
    is distinct from (excluded.retry_limit, excluded.retry_delay, excluded.retry_backoff, excluded.retry_delay_max, excluded.heartbeat_seconds)
`,
);

/** A job that this process has claimed. The attempt is part of the claim: a job that was taken up by another process has a later one. */
export interface ClaimedJob {
  readonly jobId: string;
  readonly data: object;
  /** 0 at the first run. */
  readonly attempt: number;
  /** How long a run may take. */
  readonly expireSeconds: number;
}

/** A row is its own first attempt until it has been started once. */
const claimed = /* sql */ `
  state = 'active', started_on = now(), heartbeat_on = now(), retry_count = retry_count + (started_on is not null)::int`;

const claim = /* sql */ `id as "jobId", data, retry_count as attempt, expire_seconds as "expireSeconds"`;

/** Claims jobs of a kind that are due, the oldest first. Rows that another process is claiming are left to it. */
export const claimJobs = statement<ClaimedJob, [kind: string, max: number]>(
  'jobs.claim',
  /* sql */ `
  update jobs.job_common set ${claimed}
  where name = $1 and id = any (array(
    select due.id from jobs.job_common due
    where due.name = $1 and due.state < 'active' and not due.blocked and due.start_after <= now()
    order by due.priority desc, due.created_on
    limit $2
    for update skip locked
  ))
  returning ${claim}
`,
);

/**
 * The same for an ordered kind: of each key the first job that is due, and none while another one of the key runs or waits to be tried
 * again. A unique index holds the two apart that processes claim at the same moment: one of them gets 23505, and looks again.
 */
export const claimOrderedJobs = statement<ClaimedJob, [kind: string, max: number]>(
  'jobs.claim-ordered',
  /* sql */ `
  update jobs.job_common set ${claimed}
  where name = $1 and id = any (array(
    select due.id from jobs.job_common due
    where due.name = $1 and due.state < 'active' and not due.blocked
      and due.id in (
        select distinct on (head.singleton_key) head.id from jobs.job_common head
        where head.name = $1 and head.policy = 'key_strict_fifo' and head.state < 'active' and not head.blocked and head.start_after <= now()
        order by head.singleton_key, head.state desc, head.created_on, head.id
      )
      and not exists (
        select from jobs.job_common earlier
        where earlier.name = $1 and earlier.singleton_key = due.singleton_key and earlier.policy = 'key_strict_fifo'
          and earlier.state in ('active', 'retry', 'failed') and earlier.id <> due.id
      )
    order by due.priority desc, due.created_on
    limit $2
    for update of due skip locked
  ))
  returning ${claim}
`,
);

type Claims = [kind: string, jobIds: readonly string[], attempts: readonly number[]];

/** SQL: the claims that still hold, of those whose ids and attempts are the second and third parameter. */
const held = `job.name = $1 and job.state = 'active' and job.id = claim.id and job.retry_count = claim.attempt`;

/** Says that the process of these claims lives. Returns those that still hold. */
export const beatJobs = statement<{ jobId: string }, Claims>(
  'jobs.heartbeat',
  /* sql */ `
  update jobs.job_common job set heartbeat_on = now()
  from unnest($2::uuid[], $3::int[]) as claim (id, attempt)
  where ${held}
  returning job.id as "jobId"
`,
);

/** Ends jobs that were done. */
export const completeJobs = statement<{ jobId: string }, Claims>(
  'jobs.complete',
  /* sql */ `
  update jobs.job_common job set state = 'completed', completed_on = now(), output = null
  from unnest($2::uuid[], $3::int[]) as claim (id, attempt)
  where ${held}
  returning job.id as "jobId"
`,
);

/**
 * Gives back jobs that failed, with the name of the error: they are due again after a wait that doubles, of which a random half is left
 * out. A job without retries left has failed for good; no job of this project has a limit.
 */
export const retryJobs = statement<{ jobId: string }, [...Claims, problems: readonly string[]]>(
  'jobs.retry',
  /* sql */ `
  update jobs.job_common job
  set state = case when job.retry_count < job.retry_limit then 'retry' else 'failed' end::jobs.job_state,
    completed_on = case when job.retry_count < job.retry_limit then null else now() end,
    start_after = now() + interval '1 s' * case
      when job.retry_backoff
        then least(job.retry_delay_max, greatest(job.retry_delay, 1) * 2 ^ least(job.retry_count + 1, 16) * (1 + random()) / 2)
      else job.retry_delay
    end,
    heartbeat_on = null,
    output = jsonb_build_object('error', claim.problem)
  from unnest($2::uuid[], $3::int[], $4::text[]) as claim (id, attempt, problem)
  where ${held}
  returning job.id as "jobId"
`,
);
