import { statement } from '@open-banking/database';
import type { NotificationContent, NotificationSubject } from './notification.js';

export const keepAddress = statement<
  never,
  [subjectId: string, subject: NotificationSubject, clientId: string, address: string, content: NotificationContent]
>(
  'notifications.keep-address',
  /* sql */ `
  insert into notification_address (subject_id, subject, client_id, address, content) values ($1, $2, $3, $4, $5)
`,
);

/** No row: nobody asked to be told of this. */
export const noteChanges = statement<
  { notificationId: string },
  [subjectId: string, statuses: readonly string[], reasonCodes: readonly (string | null)[], last: readonly boolean[]]
>(
  'notifications.note',
  /* sql */ `
  insert into notification (subject_id, status, reason_code)
  select a.subject_id, c.status, c.reason_code
  from notification_address a cross join unnest($2::text[], $3::text[], $4::boolean[]) with ordinality as c (status, reason_code, last, place)
  where a.subject_id = $1 and (a.content = 'PROCESS' or c.last)
  order by c.place
  returning notification_id as "notificationId"
`,
);

/** Changes of many subjects, those of one in order; no row for those of which nobody asked to be told. */
export const noteChangeOfEach = statement<
  { notificationId: string; subjectId: string },
  [subjectIds: readonly string[], statuses: readonly string[], reasonCodes: readonly (string | null)[], last: readonly boolean[]]
>(
  'notifications.note-each',
  /* sql */ `
  insert into notification (subject_id, status, reason_code)
  select a.subject_id, c.status, c.reason_code
  from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) with ordinality as c (subject_id, status, reason_code, last, place)
  join notification_address a on a.subject_id = c.subject_id
  where a.content = 'PROCESS' or c.last
  order by c.place
  returning notification_id as "notificationId", subject_id as "subjectId"
`,
);

export interface NotificationRow {
  readonly subject: NotificationSubject;
  readonly subjectId: string;
  readonly clientId: string;
  readonly address: string;
  readonly status: string;
  readonly reasonCode: string | null;
  readonly madeAt: Date;
}

/** No row: it is settled. */
export const findNotification = statement<NotificationRow, [notificationId: string]>(
  'notifications.one',
  /* sql */ `
  select a.subject, a.subject_id as "subjectId", a.client_id as "clientId", a.address, n.status, n.reason_code as "reasonCode", n.made_at as "madeAt"
  from notification n join notification_address a on a.subject_id = n.subject_id
  where n.notification_id = $1 and n.settled_at is null
`,
);

export const noteFailure = statement<never, [notificationId: string, problem: string]>(
  'notifications.failed',
  /* sql */ `
  update notification set attempts = attempts + 1, last_problem = $2 where notification_id = $1
`,
);

export const settleNotification = statement<never, [notificationId: string, delivered: boolean, problem: string | null]>(
  'notifications.settle',
  /* sql */ `
  update notification set settled_at = clock_timestamp(), delivered = $2, last_problem = coalesce($3, last_problem) where notification_id = $1
`,
);

export const forgetNotifications = statement<{ notificationId: string }>(
  'notifications.forget',
  /* sql */ `
  delete from notification where notification_id in (
    select notification_id from notification where settled_at < now() - interval '30 days' order by settled_at limit 1000
  )
  returning notification_id as "notificationId"
`,
);

/** One process at a time makes or forgets signing keys. */
export const lockKeys = statement<object>('notifications.lock-keys', "select pg_advisory_xact_lock(hashtextextended('signing keys', 0))");
