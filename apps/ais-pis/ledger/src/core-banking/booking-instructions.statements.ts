import { amountText, statement } from '@open-banking/database';
import type { BookingKind } from './booking-instruction.js';

/** Writes instructions, and that the core is to be asked. */
export const instructBookings = statement<
  never,
  [instructions: string, today: string, now: Date, timeZone: string, daysToAnswer: number, realNow: Date]
>(
  'bookings.instruct',
  /* sql */ `
  with instructed as (
    insert into booking_instruction (kind, subject, account_id, currency, amount, message, instructed_on, instructed_at, changed_at, answer_by)
    select kind, subject, "accountId", currency, amount, message, $2::date, $3::timestamptz, $3::timestamptz, ($2::date + $5::integer + 1)::timestamp at time zone $4
    from jsonb_to_recordset($1::jsonb) as i(kind text, subject uuid, "accountId" uuid, currency text, amount numeric, message jsonb)
    returning instruction_id, subject
  )
  insert into instruction_delivery (instruction_id, subject, ask_after) select instruction_id, subject, $6 from instructed
`,
);

export interface BookingRow {
  readonly instructionId: string;
  readonly kind: BookingKind;
  readonly subject: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly message: object;
  readonly state: 'INSTRUCTED' | 'ACCEPTED' | 'REJECTED';
  readonly reason: string | null;
  readonly answeredOn: string | null;
}

const columns = /* sql */ `
  instruction_id as "instructionId", kind, subject, account_id as "accountId", currency, ${amountText('currency', 'amount')} as amount, message, state, reason, answered_on::text as "answeredOn"`;

export const bookingOf = statement<BookingRow, [subject: string, kind: BookingKind]>(
  'bookings.of-subject',
  `select ${columns} from booking_instruction where subject = $1 and kind = $2`,
);

export const bookingById = statement<BookingRow, [instructionId: string]>(
  'bookings.one',
  `select ${columns} from booking_instruction where instruction_id = $1`,
);

/** Stores the core's answer once. No row: it was answered before. */
export const answerBooking = statement<
  { subject: string; kind: BookingKind },
  [instructionId: string, state: string, reason: string | null, today: string, now: Date]
>(
  'bookings.answer',
  /* sql */ `
  with answered as (
    update booking_instruction set state = $2, reason = $3, answered_on = $4, changed_at = $5
    where instruction_id = $1 and state = 'INSTRUCTED'
    returning subject, kind
  ), delivered as (
    delete from instruction_delivery where instruction_id = $1 and exists (select from answered)
  )
  select subject, kind from answered
`,
);
