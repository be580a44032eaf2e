import { statement } from '@open-banking/database';
import type { PaymentReason } from '@open-banking/ais-pis-payments';

export interface DueAnswer {
  readonly instructionId: string;
  readonly answer: 'accepted' | 'rejected' | 'returned' | null;
  readonly reason: PaymentReason | null;
  readonly afterMs: number;
}

/** Whether there is an instruction without an answer, or a return that is due: most of the time there is neither. */
export const clearingWork = statement<{ hasInstructions: boolean; hasReturns: boolean }, [today: string, now: Date]>(
  'clearing.work',
  /* sql */ `
  select exists (select from clearing_instruction where state = 'INSTRUCTED' and instructed_on <= $1) as "hasInstructions",
         exists (select from simulated_return where due_at <= $2) as "hasReturns"
`,
  { polled: true },
);

/** Instructions whose answer is due, each with what its developer has said, or the newest matching rule. Without either it is accepted at once. */
export const answersDue = statement<DueAnswer, [today: string, now: Date, after: string | null, max: number]>(
  'clearing.answers-due',
  /* sql */ `
  select i.instruction_id as "instructionId", coalesce(said.answer, r.answer) as answer, coalesce(said.reason, r.reason) as reason,
    case when said.answer is null then coalesce(r.after_ms, 0) else 0 end::float8 as "afterMs"
  from clearing_instruction i
  left join lateral (
    select answer, reason, after_ms from clearing_rule c
    where (c.payment_product is null or c.payment_product = i.payment_product)
      and (c.amount_from is null or i.amount >= c.amount_from)
      and (c.creditor is null or c.creditor in (
        i.message -> 'creditorAccount' ->> 'iban',
        i.message -> 'creditorAccount' ->> 'bban',
        i.message -> 'creditorAccount' -> 'other' ->> 'identification'
      ))
    order by c.rule_id desc limit 1
  ) r on true
  left join payment_clearing_answer said on said.payment_id = i.payment_id
  where i.state = 'INSTRUCTED' and i.instructed_on <= $1 and ($3::uuid is null or i.instruction_id > $3)
    and (said.answer is not null or r.answer is null or r.answer = 'returned' or i.instructed_at + r.after_ms * interval '1 ms' <= $2)
  order by i.instruction_id
  limit $4
`,
);

/** Must be stored before the acceptance: if the process dies between the two, the return still happens. */
export const planReturn = statement<never, [instructionId: string, reason: PaymentReason, dueAt: Date]>(
  'clearing.plan-return',
  /* sql */ `
  insert into simulated_return (instruction_id, reason, due_at) values ($1, $2, $3) on conflict (instruction_id) do nothing
`,
);

export const returnsDue = statement<{ instructionId: string; reason: PaymentReason }, [now: Date, max: number]>(
  'clearing.returns-due',
  /* sql */ `
  select r.instruction_id as "instructionId", r.reason
  from simulated_return r
  where r.due_at <= $1 and (select state from clearing_instruction i where i.instruction_id = r.instruction_id) = 'ACCEPTED'
  order by r.due_at
  limit $2
`,
);

export const forgetReturn = statement<never, [instructionId: string]>(
  'clearing.forget-return',
  'delete from simulated_return where instruction_id = $1',
);
