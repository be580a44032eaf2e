import { statement } from '@open-banking/database';
import type { MandateStatus } from './mandate.js';

/** No row: the mandate's status is not `from`. A mandate that ends also closes its pending cancellation. */
export const moveMandate = statement<
  { changeNumber: number },
  [resourceId: string, from: string, to: string, reason: string | null, now: Date, suspendedBy: string | null]
>(
  'mandates.move',
  /* sql */ `
  with moved as (
    update mandate
    set mandate_status = $3, reason_code = $4, status_changed_at = $5, changes = changes + 1,
        approve_by = case when $3 in ('RCVD', 'PATC') then approve_by end, suspended_by = $6
    where resource_id = $1 and mandate_status = $2
    returning resource_id, changes
  ), lapsed as (
    update mandate_cancellation c set state = 'lapsed', closed_at = $5
    from moved
    where c.resource_id = $1 and c.state = 'pending' and $3 in ('CANC', 'EXPI')
  )
  insert into mandate_status_change (resource_id, change_number, from_status, to_status, reason, changed_at)
  select resource_id, changes, $2, $3, $4, $5 from moved
  returning change_number as "changeNumber"
`,
);

interface DueRow<Status extends MandateStatus> {
  readonly resourceId: string;
  readonly mandateStatus: Status;
}

/** Mandates not approved in time. Locked ones are left for the next run. */
export const mandatesNotApproved = statement<DueRow<'RCVD' | 'PATC'>, [now: Date, max: number]>(
  'mandates.not-approved',
  /* sql */ `
  select resource_id as "resourceId", mandate_status as "mandateStatus" from mandate
  where approve_by is not null and approve_by <= $1
  order by approve_by limit $2
  for update skip locked
`,
);

export const mandatesPastTheirEnd = statement<DueRow<'ACTV' | 'SUSP'>, [today: string, max: number]>(
  'mandates.past-their-end',
  /* sql */ `
  select resource_id as "resourceId", mandate_status as "mandateStatus" from mandate
  where mandate_status in ('ACTV', 'SUSP') and final_collection_date < $1::date
  order by final_collection_date limit $2
  for update skip locked
`,
);

export const mandatesIdle = statement<DueRow<'ACTV' | 'SUSP'>, [idleSince: string, max: number]>(
  'mandates.idle',
  /* sql */ `
  select resource_id as "resourceId", mandate_status as "mandateStatus" from mandate
  where mandate_status in ('ACTV', 'SUSP') and idle_since <= $1::date
  order by idle_since limit $2
  for update skip locked
`,
);
