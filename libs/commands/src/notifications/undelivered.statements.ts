import { statement } from '@open-banking/database';
import type { DeliveryRow } from './notifications.statements.js';

export interface UndeliveredRow {
  readonly notificationId: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly clientId: string;
  readonly status: string;
  readonly madeAt: string;
  readonly attempts: number;
  readonly problem: string | null;
}
export interface GivenUpRow extends UndeliveredRow {
  readonly settledAt: string;
  readonly delivered: boolean;
}

const columns = /* sql */ `
  n.notification_id as "notificationId", a.subject, n.subject_id as "subjectId", a.client_id as "clientId", n.status,
  to_json(n.made_at) #>> '{}' as "madeAt", n.attempts, n.last_problem as problem`;

/** Notifications that wait, by their jobs, oldest first. */
export const waitingNotifications = statement<UndeliveredRow & { readonly jobId: string }, [after: string | null, max: number]>(
  'notifications.waiting',
  /* sql */ `
  select j.id as "jobId", ${columns}
  from jobs.job_common j
  join notification n on n.notification_id = (j.data ->> 'notificationId')::uuid and n.settled_at is null
  join notification_address a on a.subject_id = n.subject_id
  where j.name = 'tell-client' and j.id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid) and j.state < 'completed'
  order by j.id
  limit $2
`,
);

/** Of the `max` notifications settled last before this instant, those that were given up. */
export const givenUpNotifications = statement<UndeliveredRow & { readonly settledAt: string }, [before: string, max: number]>(
  'notifications.given-up',
  /* sql */ `
  select ${columns}, to_json(n.settled_at) #>> '{}' as "settledAt"
  from (select * from notification where settled_at is not null and settled_at < $1::timestamptz order by settled_at desc limit $2) n
  join notification_address a on a.subject_id = n.subject_id
  where not n.delivered
  order by n.settled_at desc
`,
);

/** The last instant that `givenUpNotifications` looks at; no row: there are fewer. */
export const givenUpBefore = statement<{ before: string }, [before: string, skipped: number]>(
  'notifications.given-up-before',
  /* sql */ `
  select to_json(settled_at) #>> '{}' as before from notification where settled_at is not null and settled_at < $1::timestamptz order by settled_at desc offset $2 limit 1
`,
);

/** Locks it until the transaction ends. No row: no notification with this id waits or was given up. */
export const lockUndelivered = statement<Pick<DeliveryRow, 'notificationId' | 'subjectId' | 'madeAt'>, [notificationId: string]>(
  'notifications.lock-undelivered',
  /* sql */ `
  select notification_id as "notificationId", subject_id as "subjectId", made_at as "madeAt"
  from notification where notification_id = $1 and not delivered for update
`,
);
