import { statement } from '@open-banking/database';
import type { PaymentToCheck, PortDecision, StoredCheck } from './execution-check.js';

/** Asks about payments, each with its own facts. One that was asked about since the caller's statement began stays as it is. */
export const insertChecks = statement<never, [checks: string, now: Date]>(
  'checks.insert',
  /* sql */ `
  insert into payment_check (check_id, payment_id, facts_hash, state, asked_at, due_by)
  select "checkId", "paymentId", "factsHash", 'ASKED', $2, "dueBy"
  from jsonb_to_recordset($1::jsonb) as c("checkId" uuid, "paymentId" uuid, "factsHash" text, "dueBy" timestamptz)
  on conflict (payment_id) where state <> 'VOID' do nothing
`,
);

/** What was asked or answered about payments that have changed since. */
export const voidChecks = statement<never, [paymentIds: readonly string[]]>(
  'checks.void',
  /* sql */ `
  update payment_check set state = 'VOID', reason = null, due_by = null, decided_by = null, decided_at = null, held_at = null
  where payment_id = any($1::uuid[]) and state <> 'VOID'
`,
);

export interface CheckToAsk extends PaymentToCheck {
  readonly checkId: string;
  readonly factsHash: string;
  readonly dueBy: Date | null;
}

/** Those of the checks that wait for an answer, with their payments as they are now. */
export const checksToAsk = statement<CheckToAsk, [checkIds: readonly string[]]>(
  'checks.to-ask',
  /* sql */ `
  select c.check_id as "checkId", c.facts_hash as "factsHash", c.due_by as "dueBy",
    p.payment_id as "paymentId", p.client_id as "clientId", p.psu_id as "psuId", p.payment_product as product, p.request, p.currency, p.amount::text, p.fee::text,
    coalesce((select m.first_day from moved_payment m where m.payment_id = p.payment_id), p.execution_date)::text as "approvedDate", d.iban as "debtorIban"
  from payment_check c
  join payment p on p.payment_id = c.payment_id
  join account d on d.account_id = p.debtor_account_id
  where c.check_id = any($1::uuid[]) and c.state = 'ASKED'
`,
);

export interface CheckRow extends StoredCheck {
  readonly checkId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly factsHash: string;
  readonly askedAt: Date;
}

const checkRow = /* sql */ `
  select c.check_id as "checkId", c.payment_id as "paymentId", p.payment_product as product, c.facts_hash as "factsHash", c.state, c.decided_by as "decidedBy",
    c.answer, c.answer_reason as "answerReason", c.asked_at as "askedAt"
  from payment_check c
  join payment p on p.payment_id = c.payment_id`;

/** Locks the check until the transaction ends. */
export const lockCheck = statement<CheckRow, [checkId: string]>(
  'checks.lock',
  /* sql */ `${checkRow} where c.check_id = $1 for no key update of c`,
);

/** The check of a payment that waits for a decision, locked. */
export const lockHeldCheck = statement<CheckRow, [paymentId: string]>(
  'checks.lock-held',
  /* sql */ `${checkRow} where c.payment_id = $1 and c.state = 'HELD' and p.transaction_status in ('ACTC', 'PDNG') for no key update of c`,
);

/** Locks checks that were not answered in time. Skips locked rows: their holder is answering them. */
export const lockOverdueChecks = statement<CheckRow, [now: Date, max: number]>(
  'checks.overdue',
  /* sql */ `${checkRow} where c.due_by <= $1 order by c.due_by limit $2 for no key update of c skip locked`,
);

type Decision = [
  checkId: string,
  state: string,
  decidedBy: 'port' | 'time-out' | 'operator',
  reason: string | null,
  note: string | null,
  dueBy: Date | null,
  now: Date,
];

export const decideCheck = statement<never, Decision>(
  'checks.decide',
  /* sql */ `
  update payment_check
  set state = $2, decided_by = $3, reason = $4, note = coalesce($5, note), due_by = $6, decided_at = $7,
    held_at = case when $2 = 'HELD' then coalesce(held_at, $7) end
  where check_id = $1
`,
);

/** What the port has said, whether or not it takes effect. */
export const noteAnswer = statement<never, [checkId: string, answer: PortDecision, reason: string | null]>(
  'checks.note-answer',
  /* sql */ `
  update payment_check set answer = $2, answer_reason = $3 where check_id = $1
`,
);

/** The first contradiction is kept. */
export const noteCheckContradiction = statement<never, [checkId: string, by: string, now: Date]>(
  'checks.contradict',
  /* sql */ `
  update payment_check set contradicted_by = $2, contradicted_at = $3 where check_id = $1 and contradicted_at is null
`,
);

/** What waits for a person, by product. */
export const countHeld = statement<{ product: string; count: number; oldestAt: Date }>(
  'checks.count-held',
  /* sql */ `
  select p.product, count(*)::int as count, min(c.held_at) as "oldestAt"
  from payment_check c
  cross join lateral (
    select payment_product as product from payment where payment_id = c.payment_id and transaction_status in ('ACTC', 'PDNG') offset 0
  ) p
  where c.held_at > '-infinity'
  group by p.product
`,
);
