import { statement } from '@open-banking/database';
import { auditSalt, saltedDigests } from './audit-salts.statements.js';

const digested = { psuId: '$3::uuid::text', subject: '$9::text', bodySha256: '$6::bytea', psuHeaders: '$7::jsonb' };
const digests = saltedDigests(digested);

export const recordWrite = statement<
  never,
  [
    operation: string,
    clientId: string | null,
    psuId: string | null,
    requestId: string | null,
    path: string | null,
    bodySha256: Buffer | null,
    psuHeaders: string | null,
    status: number | null,
    subject: string | null,
    operator: string | null,
  ]
>(
  'audit.record',
  /* sql */ `
  with ${auditSalt('', digested)}
  insert into audit (operation, client_id, psu_id, request_id, path, body_sha256, psu_headers, status, subject, operator)
  select $1::text, $2::text, $3::uuid, $4::uuid, $5::text, ${digests.bodySha256}, ${digests.psuHeaders}, $8::integer, $9::text, $10::text
  from (select) written left join salt on true
`,
);

/** 0: nothing is unsealed, or another replica seals at this moment. */
export const seal = statement<{ sealed: number }, [max: number]>('audit.seal', 'select seal_audit($1) as sealed');

/** Whether a row waits for its seal. As `seal_audit`: where a dump was restored on another server, all rows are looked at. */
export const sealsWaiting = statement<{ any: boolean }>(
  'audit.seals-waiting',
  /* sql */ `
  select exists (
    select from audit a
    where a.transaction_id >= (
        select case when settled > pg_snapshot_xmax(pg_current_snapshot()) then '0' else settled end from audit_head where audit_head
      )
      and (select s.seal_number from audit_seal s where s.audit_id = a.audit_id) is null
  ) as any
`,
  { polled: true },
);

/** No row: all is sealed. Rows of before the mark are sealed, so only the newest are looked at. */
export const secondsUnsealed = statement<{ seconds: number }>(
  'audit.unsealed',
  /* sql */ `
  select extract(epoch from clock_timestamp() - min(a.at))::float8 as seconds
  from audit a
  where a.transaction_id >= (select settled from audit_head where audit_head) and not exists (select from audit_seal s where s.audit_id = a.audit_id)
  having count(*) > 0
`,
);

/** No row: nothing is kept that is not archived. Seconds by which the oldest such row is older than so many months; negative if it is younger. */
export const archiveDue = statement<{ seconds: number }, [months: number]>(
  'audit.archive-due',
  /* sql */ `
  select extract(epoch from now() - make_interval(months => $1) - a.at)::float8 as seconds
  from audit_seal s join audit a using (audit_id)
  where s.seal_number > coalesce((select max(seal_number) from audit_anchor where seal_number > 0), 0)
  order by s.seal_number limit 1
`,
);
