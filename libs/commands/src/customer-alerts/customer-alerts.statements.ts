import { erasable, erasing, type Erasing } from '@open-banking/erasure';
import { purgeBatch, statement } from '@open-banking/database';
import type { AlertFacts, AlertKind, AlertSubjectKind } from './customer-alert.js';

type Noted = [
  psuIds: readonly string[],
  kinds: readonly AlertKind[],
  subjects: readonly AlertSubjectKind[],
  subjectIds: readonly string[],
  facts: readonly string[],
  occurredAt: Date,
];

export const noteAlerts = statement<never, Noted>(
  'customer-alerts.note',
  /* sql */ `
  insert into customer_alert (psu_id, kind, subject, subject_id, facts, occurred_at)
  select a.psu_id, a.kind, a.subject, a.subject_id, a.facts::jsonb, $6
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[]) with ordinality as a (psu_id, kind, subject, subject_id, facts, place)
  order by a.place
`,
);

export interface AlertRow {
  readonly alertId: string;
  readonly psuId: string;
  readonly kind: AlertKind;
  readonly subject: AlertSubjectKind;
  readonly subjectId: string;
  readonly facts: AlertFacts;
  readonly occurredAt: Date;
  readonly madeAt: Date;
}

/** The oldest alert that was not sent to this customer yet. */
export const nextAlert = statement<AlertRow, [psuId: string]>(
  'customer-alerts.next',
  /* sql */ `
  select alert_id as "alertId", psu_id as "psuId", kind, subject, subject_id as "subjectId", facts, occurred_at as "occurredAt", made_at as "madeAt"
  from customer_alert where psu_id = $1 and settled_at is null order by alert_id limit 1
`,
);

export const settleAlert = statement<never, [alertId: string, outcome: string, problem: string | null]>(
  'customer-alerts.settle',
  /* sql */ `
  update customer_alert set settled_at = clock_timestamp(), outcome = $2, last_problem = coalesce($3, last_problem)
  where alert_id = $1 and settled_at is null
`,
);

export const noteFailedAlert = statement<never, [alertId: string, problem: string]>(
  'customer-alerts.failed',
  'update customer_alert set attempts = attempts + 1, last_problem = $2 where alert_id = $1 and settled_at is null',
);

/** Settled ones are kept 30 days. */
export const forgetAlerts = statement<{ alertId: string }>(
  'customer-alerts.forget',
  /* sql */ `
  delete from customer_alert where alert_id in (
    select alert_id from customer_alert where settled_at < now() - interval '30 days' order by settled_at limit ${purgeBatch}
  )
  returning alert_id as "alertId"
`,
);

/** The alerts of a customer who is erased. A sender of one at this moment finds that it is gone. */
const alertsOf = erasable<[psuId: string]>(
  'customer-alerts.erase',
  /* sql */ `
  select alert_id from customer_alert where psu_id = $1 and settled_at is null
  union all
  select alert_id from customer_alert where psu_id = $1 and settled_at is not null
`,
  (batch) => `delete from customer_alert where alert_id in (${batch}) returning alert_id`,
);

export const alertErasing: Erasing = erasing('customer_alert', alertsOf);
