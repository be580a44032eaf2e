import { purgeBatch, statement } from '@open-banking/database';
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
  insert into notification (subject_id, client_id, status, reason_code)
  select a.subject_id, a.client_id, c.status, c.reason_code
  from notification_address a cross join unnest($2::text[], $3::text[], $4::boolean[]) with ordinality as c (status, reason_code, last, place)
  where a.subject_id = $1 and (a.content = 'PROCESS' or c.last)
  order by c.place
  returning notification_id as "notificationId"
`,
);

/** Changes of many subjects, those of one in order; no row for those of which nobody asked to be told. */
export const noteChangeOfEach = statement<
  { notificationId: string; subjectId: string; reasonCode: string | null },
  [subjectIds: readonly string[], statuses: readonly string[], reasonCodes: readonly (string | null)[], last: readonly boolean[]]
>(
  'notifications.note-each',
  /* sql */ `
  insert into notification (subject_id, client_id, status, reason_code)
  select a.subject_id, a.client_id, c.status, c.reason_code
  from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) with ordinality as c (subject_id, status, reason_code, last, place)
  join notification_address a on a.subject_id = c.subject_id
  where a.content = 'PROCESS' or c.last
  order by c.place
  returning notification_id as "notificationId", subject_id as "subjectId", reason_code as "reasonCode"
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

/** `signature`: null where nothing was sent. */
export const noteFailure = statement<never, [notificationId: string, problem: string, answer: number | null, signature: string | null]>(
  'notifications.failed',
  /* sql */ `
  update notification set attempts = attempts + 1, last_problem = $2, answer = $3,
    signature = coalesce($4, signature), tried_at = case when $4::text is null then tried_at else clock_timestamp() end
  where notification_id = $1
`,
);

export const settleDelivered = statement<never, [notificationId: string, answer: number, signature: string]>(
  'notifications.settle-delivered',
  /* sql */ `
  update notification set settled_at = clock_timestamp(), tried_at = clock_timestamp(), delivered = true, answer = $2, signature = $3
  where notification_id = $1
`,
);

export const settleGivenUp = statement<never, [notificationId: string, problem: string]>(
  'notifications.settle-given-up',
  'update notification set settled_at = clock_timestamp(), delivered = false, last_problem = $2 where notification_id = $1',
);

/** A notification as its client's developer sees it. */
export interface DeliveryRow {
  readonly notificationId: string;
  readonly clientId: string;
  readonly subject: NotificationSubject;
  readonly subjectId: string;
  readonly status: string;
  readonly reasonCode: string | null;
  readonly address: string;
  readonly madeAt: Date;
  readonly settledAt: Date | null;
  readonly delivered: boolean;
  /** Tries that failed. */
  readonly attempts: number;
  readonly lastProblem: string | null;
  readonly triedAt: Date | null;
  readonly answer: number | null;
  readonly signature: string | null;
  /** Null: it is settled, is being sent, or waits for an earlier one of the same subject. */
  readonly nextTryAt: Date | null;
}

const deliveryColumns = /* sql */ `
  n.notification_id as "notificationId", n.client_id as "clientId", a.subject, n.subject_id as "subjectId", n.status,
  n.reason_code as "reasonCode", a.address, n.made_at as "madeAt", n.settled_at as "settledAt", n.delivered, n.attempts,
  n.last_problem as "lastProblem", n.tried_at as "triedAt", n.answer, n.signature, (
    select j.start_after from jobs.job_common j
    where n.settled_at is null and j.name = 'tell-client' and j.singleton_key = n.subject_id::text and j.policy = 'key_strict_fifo'
      and j.state = 'retry' and j.data ->> 'notificationId' = n.notification_id::text
  ) as "nextTryAt"`;

/** Of these clients, the newest first: an id begins with its time (RFC 9562 §5.7). A day more than they are tried, so that one given up is still seen. */
export const listDeliveries = statement<DeliveryRow, [clientIds: readonly string[], before: string | null, max: number]>(
  'notifications.of-clients',
  /* sql */ `
  select d.*
  from unnest($1::text[]) as c (client_id)
  cross join lateral (
    select ${deliveryColumns}
    from notification n join notification_address a on a.subject_id = n.subject_id
    where n.client_id = c.client_id and n.notification_id > (select uuidv7(interval '-8 days'))
      and n.notification_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    order by n.notification_id desc
    limit $3
  ) d
  order by d."notificationId" desc
  limit $3
`,
);

export const findDelivery = statement<DeliveryRow, [notificationId: string]>(
  'notifications.delivery',
  /* sql */ `
  select ${deliveryColumns}
  from notification n join notification_address a on a.subject_id = n.subject_id
  where n.notification_id = $1 and n.client_id is not null
`,
);

/** No row: it is not settled, so it is sent anyway. */
export const reopenNotification = statement<{ subjectId: string }, [notificationId: string]>(
  'notifications.reopen',
  /* sql */ `
  update notification set settled_at = null, delivered = false
  where notification_id = $1 and settled_at is not null
  returning subject_id as "subjectId"
`,
);

/** One that waits for its next try is tried now. */
export const hastenDelivery = statement<never, [subjectId: string, notificationId: string]>(
  'notifications.hasten',
  /* sql */ `
  update jobs.job_common set start_after = now()
  where name = 'tell-client' and singleton_key = $1 and policy = 'key_strict_fifo' and state = 'retry' and data ->> 'notificationId' = $2
`,
);

/** The age stands outside too: one that is being sent again was old when it was chosen. */
export const forgetNotifications = statement<{ notificationId: string }>(
  'notifications.forget',
  /* sql */ `
  delete from notification where notification_id in (
    select notification_id from notification where settled_at < now() - interval '30 days' order by settled_at limit ${purgeBatch}
  ) and settled_at < now() - interval '30 days'
  returning notification_id as "notificationId"
`,
);

/** One process at a time makes or forgets signing keys. */
export const lockKeys = statement<object>('notifications.lock-keys', "select pg_advisory_xact_lock(hashtextextended('signing keys', 0))");
