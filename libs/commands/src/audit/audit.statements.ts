import { statement } from '@open-banking/database';

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
  insert into audit (operation, client_id, psu_id, request_id, path, body_sha256, psu_headers, status, subject, operator)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
`,
);

/** 0: nothing is unsealed, or another replica seals at this moment. */
export const seal = statement<{ sealed: number }, [most: number]>('audit.seal', 'select seal_audit($1) as sealed');

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
export const unsealed = statement<{ seconds: number }>(
  'audit.unsealed',
  /* sql */ `
  select extract(epoch from clock_timestamp() - min(a.at))::float8 as seconds
  from audit a
  where a.transaction_id >= (select settled from audit_head where audit_head) and not exists (select from audit_seal s where s.audit_id = a.audit_id)
  having count(*) > 0
`,
);
