import { statement } from '@open-banking/database';

/** Instructions for several payments. The answer is due at an instant, or by the end of one of the bank's days. The core is asked for it. */
export const instructClearing = statement<
  never,
  [instructions: string, today: string, now: Date, timeZone: string, byCore: boolean, realNow: Date]
>(
  'clearing.instruct',
  /* sql */ `
  with instructed as (
    insert into clearing_instruction (payment_id, payment_product, currency, amount, message, instructed_on, instructed_at, changed_at, by_core, answer_by)
    select "paymentId", product, currency, amount, message, $2::date, $3::timestamptz, $3::timestamptz, $5::boolean,
           coalesce("answerBy", ("answerDay" + 1)::timestamp at time zone $4)
    from jsonb_to_recordset($1::jsonb)
      as i(at integer, "paymentId" uuid, product text, currency text, amount numeric, message jsonb, "answerBy" timestamptz, "answerDay" date)
    order by at
    returning instruction_id, payment_id, by_core
  )
  insert into instruction_delivery (instruction_id, subject, ask_after) select instruction_id, payment_id, $6::timestamptz from instructed where by_core
`,
);

export interface AnsweredInstruction {
  readonly paymentId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly endToEndId: string | null;
  readonly creditorName: string;
  /** The core was instructed, which keeps the books. */
  readonly byCore: boolean;
}

/** Stores clearing's answer once. No row: the instruction is not in state `from`, so it was answered before. */
export const answerInstruction = statement<
  AnsweredInstruction,
  [instructionId: string, from: string, to: string, reason: string | null, now: Date]
>(
  'clearing.answer',
  /* sql */ `
  with answered as (
    update clearing_instruction i
    set state = $3, reason = $4, changed_at = $5
    from payment p
    where i.instruction_id = $1 and i.state = $2 and p.payment_id = i.payment_id
    returning i.payment_id as "paymentId", p.debtor_account_id as "accountId", i.currency, i.amount::text,
              p.request ->> 'endToEndIdentification' as "endToEndId", p.request ->> 'creditorName' as "creditorName", i.by_core as "byCore"
  ), delivered as (
    delete from instruction_delivery where instruction_id = $1 and exists (select from answered)
  )
  select * from answered
`,
);
