import type { LoadedService } from '@open-banking/spec';

/** One row altered, and the check that must find it. `one` picks a row; the id that must be named comes back. */
export const alterations: readonly [what: string, service: LoadedService, alter: string, found: string][] = [
  [
    'an entry is a cent more',
    'ais-pis',
    `update entry set amount = amount + 0.01 where ctid = (select ctid from entry limit 1) returning account_id as id`,
    'an account has booked the sum of its entries',
  ],
  [
    'an entry is gone',
    'ais-pis',
    `delete from entry where ctid = (select ctid from entry offset 50 limit 1) returning account_id as id`,
    'an account has booked the sum of its entries',
  ],
  [
    'a balance after an entry is wrong',
    'ais-pis',
    `update entry set balance_after = balance_after + 1 where ctid = (select ctid from entry limit 1) returning entry_reference as id`,
    'the balance after each entry is the sum up to it',
  ],
  [
    'a pending entry is still there after it was booked',
    'ais-pis',
    `update pending_entry p set transaction_id = (select e.transaction_id from entry e where e.account_id = p.account_id and
      e.transaction_id is not null limit 1) where ctid = (select ctid from pending_entry limit 1) returning account_id as id`,
    'a transaction id names one entry of its account, pending or booked',
  ],
  [
    'a balance is a cent more',
    'ais-pis',
    `update account_balance set booked = booked + 0.01 where ctid = (select ctid from account_balance limit 1) returning account_id as id`,
    'an account has booked the sum of its entries',
  ],
  [
    'more is reserved than pending',
    'ais-pis',
    `update account_balance set incoming = incoming + 1 where ctid = (select ctid from account_balance limit 1) returning account_id as id`,
    'reserved and incoming are the sums of the pending entries',
  ],
  [
    'an account owes more than it may',
    'ais-pis',
    `alter table account_balance drop constraint account_balance_check; update account_balance set overdraft = overdraft - (booked
      - reserved + overdraft) - 1 where account_id = (select account_id from account_balance where overdraft > booked - reserved +
      overdraft limit 1) returning account_id as id`,
    'no account is beyond its credit line, unless the core took it there',
  ],
  [
    'a posting is a cent more on one side',
    'ais-pis',
    `update internal_leg set amount = amount + 0.01 where posting_id = (select posting_id from internal_leg limit 1) returning
      posting_id as id`,
    'a posting is complete and sums to zero in each currency',
  ],
  [
    'a posting has lost a leg',
    'ais-pis',
    `delete from internal_leg where posting_id = (select posting_id from internal_leg limit 1) returning posting_id as id`,
    'a posting is complete and sums to zero in each currency',
  ],
  [
    'an entry belongs to no posting that is there',
    'ais-pis',
    `delete from posting where reverses is not null returning posting_id as id`,
    'a posting is complete and sums to zero in each currency',
  ],
  [
    'an opening is less',
    'ais-pis',
    `update opening set amount = amount + 1 where opening_id = (select opening_id from opening limit 1) returning currency as id`,
    'the opening totals balance the loaded entries in each currency',
  ],
  [
    'a counter-posting gave back less',
    'ais-pis',
    `update entry set amount = amount - 1 where posting_id = (select posting_id from posting where reverses is not null) returning
      posting_id as id`,
    'a reversal cancels the whole posting that it reverses',
  ],
  [
    'a collection says that it was not booked',
    'ais-pis',
    `update collection set posting_id = null, booked_on = null, reason = 'AM04', refund_posting_id = null, refunded_on = null
      returning collection_id as id`,
    'a collection is debited once, with its amount, and only where it was booked',
  ],
  [
    'a collection was of less',
    'ais-pis',
    `update collection set amount = amount - 1 returning collection_id as id`,
    'a collection is debited once, with its amount, and only where it was booked',
  ],
  [
    'a collection was given back, and nobody knows',
    'ais-pis',
    `update collection set refund_posting_id = null, refunded_on = null returning collection_id as id`,
    'a collection is given back once, whole, and only where that was asked',
  ],
  [
    'an account has no owner',
    'ais-pis',
    `delete from holder where resource_id = (select resource_id from holder group by 1 having count(*) = 1 limit 1) returning
      resource_id as id`,
    'every account has an owner, and two where two must approve',
  ],
  [
    'a deposit is more',
    'savings-loans',
    `update savings_entry set amount = amount + 1 where ctid = (select ctid from savings_entry limit 1) returning account_id as id`,
    'a savings account has booked the sum of its entries',
  ],
  [
    'a loan owes less',
    'savings-loans',
    `update loan_account set booked = booked + 1 where ctid = (select ctid from loan_account where booked < -1 limit 1) returning
      account_id as id`,
    'a loan account has booked the sum of its entries',
  ],
  [
    'an instalment was not paid',
    'savings-loans',
    `update loan_instalment set paid_on = null where (account_id, number) = (select account_id, number from loan_instalment where
      paid_on is not null limit 1) returning account_id as id`,
    'a loan owes its schedule less what was paid',
  ],
  [
    'an instalment repays more',
    'savings-loans',
    `update loan_instalment set principal = principal + 1, instalment = instalment + 1, closing_balance = closing_balance - 1
      where (account_id, number) = (select account_id, number from loan_instalment where number = 3 limit 1) returning account_id
      as id`,
    'a schedule repays the loan to the last',
  ],
  [
    'a holding is one unit more',
    'securities',
    `update position set units = units + 1 where ctid = (select ctid from position limit 1) returning account_id as id`,
    'a holding is the sum of its transactions',
  ],
  [
    'a trade moved more units',
    'securities',
    `update securities_transaction set units = units + 1, units_after = units_after + 1 where ctid = (select ctid from
      securities_transaction where units > 0 limit 1) returning order_id as id`,
    'an order is filled by its transactions',
  ],
  [
    'a trade cost more',
    'securities',
    `update securities_transaction set amount = amount - 1 where ctid = (select ctid from securities_transaction where order_id is
      not null order by booking_date limit 1) returning settlement_date::text as id`,
    'securities trades were settled on the account',
  ],
  [
    'a card transaction is a cent more',
    'cards',
    `update card_transaction set amount = amount - 0.01 where ctid = (select ctid from card_transaction where statement_number is
      not null limit 1) returning card_id as id`,
    'a statement is the sum of its transactions',
  ],
  [
    'a statement was debited with less',
    'cards',
    `update statement set total = total + 1 where ctid = (select ctid from statement where debited limit 1) returning
      debit_date::text as id`,
    'card statements were debited in full',
  ],
  [
    'two card transactions have one id',
    'cards',
    `update card_transaction t set transaction_id = (select o.transaction_id from card_transaction o where o.card_id = t.card_id
      and o.entry_reference <> t.entry_reference limit 1) where ctid = (select ctid from card_transaction limit 1) returning
      card_id as id`,
    'a transaction id names one transaction of its card, pending or booked',
  ],
  [
    'a card owes more',
    'cards',
    `update card_balance set not_invoiced = not_invoiced - 1 where ctid = (select ctid from card_balance limit 1) returning card_id as id`,
    'a card owes what is invoiced, not yet invoiced and pending',
  ],
  [
    'a loan is less in loan services',
    'loan-services',
    `update loan_balance set outstanding_principal = outstanding_principal + 1 where ctid = (select ctid from loan_balance limit
      1) returning loan_id as id`,
    'both loan services owe the same on every loan',
  ],
  [
    'a track is less',
    'loan-services',
    `update track set outstanding_principal = outstanding_principal + 1 where ctid = (select ctid from track limit 1) returning
      loan_id as id`,
    'the tracks are the loan',
  ],
  [
    'a due date differs between the services',
    'loan-services',
    `update instalment set due_date = due_date + 1 where (loan_id, number) = (select loan_id, number from instalment where number
      = 2 limit 1) returning loan_id as id`,
    'both loan services have the same schedules',
  ],
  [
    'arrears have grown by themselves',
    'loan-services',
    `update arrears_transaction set amount = amount + 1 where ctid = (select ctid from arrears_transaction limit 1) returning
      loan_id as id`,
    'the arrears are the sum of their transactions',
  ],
];
