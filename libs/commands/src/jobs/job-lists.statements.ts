import type { OpenJobRow } from '@open-banking/contracts';
import { statement } from '@open-banking/database';

/** Jobs of a kind that are not done, oldest first (their ids rise with time); `failed`: only those that threw and are tried again. */
export const listOpenJobs = statement<OpenJobRow, [kind: string, failed: boolean, after: string | null, max: number]>(
  'jobs.list-open',
  /* sql */ `
  select id as "jobId", name as kind, case state when 'created' then 'waiting' when 'active' then 'running' else 'failed' end as state,
    to_json(created_on) #>> '{}' as "createdAt", to_json(start_after) #>> '{}' as "startsAfter", retry_count as attempts, output ->> 'error' as problem,
    data - 'traceparent' - 'tracestate' as data
  from jobs.job_common
  where name = $1 and id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid) and state < 'completed' and (not $2 or state = 'retry')
  order by id
  limit $4
`,
);

/** No row: no job of this kind has this id and waits to be tried again. */
export const retryJobNow = statement<{ jobId: string }, [kind: string, jobId: string]>(
  'jobs.retry-now',
  /* sql */ `
  update jobs.job_common set start_after = now() where name = $1 and id = $2 and state = 'retry' returning id as "jobId"
`,
);
