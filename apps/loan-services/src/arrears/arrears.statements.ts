import { type Granted, isGranted } from '@open-banking/access';
import { statement } from '@open-banking/database';
import type { ArrearsTransaction } from './arrears.messages.js';


export interface ArrearsRow { readonly currency: string; readonly arrears: string; readonly oldestUnpaidDate: string | null }

export interface ArrearsTransactionRow {
  readonly transactionId: string; readonly loanId: string; readonly currency: string; readonly bookingDate: string; readonly dueDate: string;
  readonly type: ArrearsTransaction['type']; readonly amount: string; readonly arrearsAfter: string; readonly daysPastDue: number;
}

/** What is overdue on the loans of an account that the consent covers, by currency. */
export const arrearsOfAccount = statement<ArrearsRow, [psuId: string, granted: Granted, accountId: string]>('arrears.of-account', /* sql */ `
  select l.currency, sum(b.arrears)::text as "arrears", min(b.oldest_unpaid_date)::text as "oldestUnpaidDate"
  from holder h
  join loan l on l.loan_id = h.resource_id
  join loan_balance b on b.loan_id = l.loan_id
  where h.psu_id = $1 and ${isGranted} and l.account_id = $3
  group by l.currency
  order by l.currency
`);

/** Newest first, from a place in this order on; of the loans that are the customer's and covered. */
export const arrearsTransactions = statement<
  ArrearsTransactionRow,
  [psuId: string, granted: Granted, accountId: string, from: string | null, to: string, afterDate: string | null, afterReference: string | null, limit: number]
>('arrears.transactions', /* sql */ `
  select t.transaction_reference as "transactionId", t.loan_id as "loanId", l.currency, t.transaction_date::text as "bookingDate",
    t.due_date::text as "dueDate", t.type, t.amount::text as "amount", t.arrears_after::text as "arrearsAfter", t.days_past_due as "daysPastDue"
  from arrears_transaction t
  join holder h on h.resource_id = t.loan_id and h.psu_id = $1
  join loan l on l.loan_id = t.loan_id
  where t.account_id = $3 and ${isGranted} and ($4::date is null or t.transaction_date >= $4::date) and t.transaction_date <= $5::date
    and ($6::date is null or (t.transaction_date, t.transaction_reference) < ($6::date, $7::text))
  order by t.transaction_date desc, t.transaction_reference desc
  limit $8
`);
