import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';
import { balanceOn } from '../loans/balance-on-day.js';
import type { ArrearsTransaction } from './arrears.messages.js';

export interface ArrearsRow {
  readonly currency: string;
  readonly arrears: string;
  readonly oldestUnpaidDate: string | null;
}

export interface ArrearsTransactionRow {
  readonly transactionId: string;
  readonly loanId: string;
  readonly currency: string;
  readonly bookingDate: string;
  readonly dueDate: string;
  readonly type: ArrearsTransaction['type'];
  readonly amount: string;
  readonly arrearsAfter: string;
  readonly daysPastDue: number;
}

/** Overdue amounts of the covered loans of an account, by currency. */
export const arrearsOfAccount = statement<ArrearsRow, [psuId: string, granted: ResourceGrants, accountId: string, today: string]>(
  'arrears.of-account',
  /* sql */ `
  select l.currency, ${amountText('l.currency', 'sum(b.arrears)')} as "arrears", min(b.oldest_unpaid_date)::text as "oldestUnpaidDate"
  from holder h
  join loan l on l.loan_id = h.resource_id
  ${balanceOn('$4')}
  where h.psu_id = $1 and ${isGranted} and l.account_id = $3
  group by l.currency
  order by l.currency
`,
  { together: ['uuid', 'uuid[]', 'uuid', 'date'] },
);

/**
 * Loaded arrears, and instalments that fell due since the core system's last closing and are unpaid. The reference of the latter is made
 * of due date, number and loan and begins with 1; loaded references begin with 0.
 */
const events = (account: string, today: string): string => /* sql */ `
  select t.transaction_reference as reference, t.loan_id, t.transaction_date as day, t.due_date, t.type, t.amount, t.arrears_after, t.days_past_due
  from arrears_transaction t
  where t.account_id = ${account}
  union all
  select '1' || to_char(i.due_date, 'YYMMDD') || lpad((i.number % 1000)::text, 3, '0') || lpad((('x' || left(md5(l.loan_id::text), 5))::bit(20)::int % 1000000)::text, 6, '0'),
    l.loan_id, i.due_date, i.due_date, 'instalmentDue', i.instalment, k.arrears + sum(i.instalment) over (partition by l.loan_id order by i.due_date, i.number),
    i.due_date - coalesce(k.oldest_unpaid_date, min(i.due_date) over (partition by l.loan_id))
  from loan l
  join loan_balance k on k.loan_id = l.loan_id
  join instalment i on i.loan_id = l.loan_id and i.paid_on is null and i.due_date > k.as_of and i.due_date < ${today}::date
  where l.account_id = ${account} and l.status <> 'closed'`;

/** A page of arrears of the customer's covered loans, newest first. */
export const arrearsTransactions = statement<
  ArrearsTransactionRow,
  [
    psuId: string,
    granted: ResourceGrants,
    accountId: string,
    from: string | null,
    to: string,
    afterDate: string | null,
    afterReference: string | null,
    limit: number,
    today: string,
  ]
>(
  'arrears.transactions',
  /* sql */ `
  select t.reference as "transactionId", t.loan_id as "loanId", l.currency, t.day::text as "bookingDate",
    t.due_date::text as "dueDate", t.type, ${amountText('l.currency', 't.amount')} as "amount", ${amountText('l.currency', 't.arrears_after')} as "arrearsAfter", t.days_past_due as "daysPastDue"
  from (${events('$3', '$9')}) t
  join holder h on h.resource_id = t.loan_id and h.psu_id = $1
  join loan l on l.loan_id = t.loan_id
  where ${isGranted} and ($4::date is null or t.day >= $4::date) and t.day <= $5::date
    and ($6::date is null or (t.day, t.reference) < ($6::date, $7::text))
  order by t.day desc, t.reference desc
  limit $8
`,
);
