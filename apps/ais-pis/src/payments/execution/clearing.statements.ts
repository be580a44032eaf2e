import { statement } from '@open-banking/database';

type Instructed = [
  paymentId: string,
  product: string,
  currency: string,
  amount: string,
  message: string,
  today: string,
  now: Date,
  answerBy: Date | null,
  answerDay: string | null,
  timeZone: string,
];

/** The answer is due at an instant, or by the end of one of the bank's days. */
export const instructClearing = statement<never, Instructed>(
  'clearing.instruct',
  /* sql */ `
  insert into clearing_instruction (payment_id, payment_product, currency, amount, message, instructed_on, instructed_at, changed_at, answer_by)
  values ($1, $2, $3, $4, $5, $6, $7, $7, coalesce($8::timestamptz, ($9::date + 1)::timestamp at time zone $10))
`,
);

export interface AnsweredInstruction {
  readonly paymentId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly endToEndId: string | null;
  readonly creditorName: string;
}

/** Stores clearing's answer once. No row: the instruction is not in state `from`, so it was answered before. */
export const answerInstruction = statement<
  AnsweredInstruction,
  [instructionId: string, from: string, to: string, reason: string | null, now: Date]
>(
  'clearing.answer',
  /* sql */ `
  update clearing_instruction i
  set state = $3, reason = $4, changed_at = $5
  from payment p
  where i.instruction_id = $1 and i.state = $2 and p.payment_id = i.payment_id
  returning i.payment_id as "paymentId", p.debtor_account_id as "accountId", i.currency, i.amount::text,
            p.request ->> 'endToEndIdentification' as "endToEndId", p.request ->> 'creditorName' as "creditorName"
`,
);
