import { amountText, statement } from '@open-banking/database';
import type { BookingKind } from '@open-banking/ais-pis-ledger';

export interface Delivery {
  readonly instructionId: string;
  /** How often the core was asked, this time included. */
  readonly asked: number;
  readonly taken: boolean;
}

/**
 * Claims instructions that the core is to be asked about now, until `again`: nobody else asks meanwhile. Of one subject the earliest alone,
 * so that the core learns of a hold before what ends it.
 */
export const claimDeliveries = statement<Delivery, [now: Date, again: Date, max: number]>(
  'deliveries.claim',
  /* sql */ `
  with due as (
    select instruction_id from instruction_delivery d
    where ask_after <= $1 and not exists (select from instruction_delivery e where e.subject = d.subject and e.instruction_id < d.instruction_id)
    order by ask_after
    limit $3
    for update skip locked
  )
  update instruction_delivery d set asked = asked + 1, ask_after = $2
  from due where d.instruction_id = due.instruction_id
  returning d.instruction_id as "instructionId", d.asked, d.taken
`,
);

/** The core is asked again. */
export const postponeDelivery = statement<never, [instructionId: string, taken: boolean, again: Date]>(
  'deliveries.postpone',
  /* sql */ `
  update instruction_delivery set taken = $2, ask_after = $3 where instruction_id = $1
`,
);

/** An instruction as the core is told (docs/ports/core.json). */
export interface PortInstruction {
  readonly instructionId: string;
  readonly kind: 'payment' | BookingKind;
  readonly subject: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly instructedOn: string;
  readonly answerBy: Date;
  readonly message: object;
}

export const instructionToDeliver = statement<PortInstruction, [instructionId: string]>(
  'deliveries.instruction',
  /* sql */ `
  select i.instruction_id as "instructionId", 'payment' as kind, i.payment_id as subject, p.debtor_account_id as "accountId", i.currency, ${amountText('i.currency', 'i.amount')} as amount,
         i.instructed_on::text as "instructedOn", i.answer_by as "answerBy", i.message
  from clearing_instruction i join payment p on p.payment_id = i.payment_id
  where i.instruction_id = $1
  union all
  select instruction_id, kind, subject, account_id, currency, ${amountText('currency', 'amount')} as amount, instructed_on::text, answer_by, message
  from booking_instruction
  where instruction_id = $1
`,
);

/** Instructions without an answer, and those of them whose time is over. */
export const countDeliveries = statement<{ waiting: number; oldestSeconds: number }, [now: Date]>(
  'deliveries.count',
  /* sql */ `
  select count(*)::integer as waiting, coalesce(max(extract(epoch from $1::timestamptz - uuid_extract_timestamp(instruction_id))), 0)::float8 as "oldestSeconds"
  from instruction_delivery
`,
);
