import type { ClearingPosting, InstructedPayment, RejectedTransfer } from '@open-banking/contracts';
import { amountText, statement } from '@open-banking/database';
import { isInternalSettlement } from './internal-settlement.js';

export type InstructedRow = Omit<InstructedPayment, 'settlementDate'>;
export type PostingRow = Omit<ClearingPosting, 'product'> & { readonly postingId: string; readonly product: string | null };

const instructed = /* sql */ `
  select i.instruction_id as "instructionId", i.payment_id as "paymentId", i.payment_product as product, i.currency, ${amountText('i.currency', 'i.amount')} as amount, i.state, i.reason,
         i.instructed_on::text as "instructedOn", nullif(i.message -> 'paymentIdentification' ->> 'endToEndIdentification', 'NOTPROVIDED') as "endToEndId",
         i.by_core as "byCore", ${isInternalSettlement} as "settledHere",
         booked.posted::text as posted, coalesce(booked.balance, 0)::text as balance
  from clearing_instruction i
  left join lateral (
    select sum(l.amount) filter (where p.kind = 'PAYMENT') as posted, sum(l.amount) as balance
    from posting p join internal_leg l on l.posting_id = p.posting_id and l.internal_account = 'CLEARING'
    where p.subject = i.payment_id
  ) booked on true`;

/** Instructions of a period, in the order of their days. */
export const instructedPayments = statement<InstructedRow, [afterDay: string, afterId: string, until: string, max: number]>(
  'reconciliation.instructed',
  /* sql */ `${instructed}
  where (i.instructed_on, i.instruction_id) > ($1::date, $2::uuid) and i.instructed_on <= $3
  order by i.instructed_on, i.instruction_id
  limit $4
`,
);

/** Instructions of any day, by their own ids or those of their payments. */
export const instructedOfIds = statement<InstructedRow, [ids: readonly string[]]>(
  'reconciliation.instructed-of-ids',
  /* sql */ `${instructed}
  where i.instruction_id in (
    select instruction_id from clearing_instruction where instruction_id = any($1::uuid[])
    union
    select instruction_id from clearing_instruction where payment_id = any($1::uuid[])
  )
`,
);

const posted = (which: string): string => /* sql */ `
  select p.posting_id as "postingId", p.subject, p.kind, coalesce(i.payment_product, t.message ->> 'product') as product, l.currency, ${amountText('l.currency', '-l.amount')} as amount,
         p.booking_date::text as "bookingDate", p.value_date::text as "valueDate",
         coalesce(nullif(i.message -> 'paymentIdentification' ->> 'endToEndIdentification', 'NOTPROVIDED'), t.message ->> 'endToEndId') as "endToEndId",
         (i.instruction_id is not null or t.transfer_id is not null or c.collection_id is not null) as "isKnown"
  from (${which}) p
  left join internal_leg l on l.posting_id = p.posting_id and l.internal_account in ('CLEARING', 'COLLECTIONS')
  left join clearing_instruction i on i.payment_id = p.subject
  left join credit_transfer t on t.transfer_id = p.subject
  left join collection c on c.collection_id = p.subject
  order by p.booking_date, p.posting_id`;

/** Postings of a period, those without a leg that clearing settles included, so that a page ends where it was read to. */
export const settledPostings = statement<
  Omit<PostingRow, 'amount' | 'currency'> & { readonly amount: string | null; readonly currency: string | null },
  [afterDay: string, afterId: string, until: string, max: number]
>(
  'reconciliation.postings',
  posted(/* sql */ `
    select * from posting
    where kind in ('PAYMENT', 'PAYMENT_REJECTED', 'PAYMENT_RETURNED', 'CREDIT_TRANSFER', 'COLLECTION', 'COLLECTION_REFUNDED')
      and (booking_date, posting_id) > ($1::date, $2::uuid) and booking_date <= $3
    order by booking_date, posting_id
    limit $4`),
);

/** Postings of any day, by what they are about. */
export const postingsOfSubjects = statement<
  Omit<PostingRow, 'amount' | 'currency'> & { readonly amount: string | null; readonly currency: string | null },
  [ids: readonly string[]]
>(
  'reconciliation.postings-of-ids',
  posted(/* sql */ `
    select * from posting
    where subject = any($1::uuid[]) and kind in ('PAYMENT_RETURNED', 'CREDIT_TRANSFER', 'COLLECTION', 'COLLECTION_REFUNDED')`),
);

/** Collections and refunds that the bank's core has booked as instructed (LEDGER=core), as postings would be. */
export const bookedByCore = statement<ClearingPosting, [ids: readonly string[]]>(
  'reconciliation.booked-by-core',
  /* sql */ `
  select subject, case kind when 'collection' then 'COLLECTION' else 'COLLECTION_REFUNDED' end as kind, 'collections' as product, currency,
         ${amountText('currency', `case kind when 'collection' then -amount else amount end`)} as amount, answered_on::text as "bookingDate", answered_on::text as "valueDate",
         null as "endToEndId", true as "isKnown"
  from booking_instruction
  where subject = any($1::uuid[]) and kind in ('collection', 'refund') and state = 'ACCEPTED'
`,
);

export const rejectedTransfers = statement<RejectedTransfer, [ids: readonly string[]]>(
  'reconciliation.rejected-transfers',
  /* sql */ `
  select transfer_id as "transferId", reason, decided_on::text as "decidedOn" from credit_transfer where transfer_id = any($1::uuid[]) and state = 'REJECTED'
`,
);
