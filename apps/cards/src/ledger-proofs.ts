import { identified, owned, sentOn, type CashFlow, type Proof } from '@open-banking/feed';
import { bookedMembers, transactionTextFormat } from './transactions/transactions.messages.js';

const service = 'cards';
/** SQL: a late purchase is on the statement of the day that its source sent, or, if that was closed already, on a later one. */
const day = sentOn('t', 'card_late_transaction', 'card_id');

export const cardProofs: readonly Proof[] = [
  {
    service,
    name: 'a statement is the sum of its transactions',
    reportedAt: { lines: ['statement'], field: 'total' },
    query: /* sql */ `
    select 'statement ' || s.number || ' of card ' || s.card_id as what, s.total = coalesce(sum(t.amount), 0) as ok
    from statement s
    left join card_transaction t on t.card_id = s.card_id and t.statement_number = s.number
    group by s.card_id, s.number, s.total`,
  },
  {
    service,
    name: 'a transaction is on the statement of its day',
    reportedAt: { lines: ['cardTransaction'], field: 'statementNumber' },
    query: /* sql */ `
    select 'transaction ' || t.entry_reference || ' of card ' || t.card_id as what,
           case when t.statement_number is null then t.entry_reference >= '1' or not exists (select from statement o where o.card_id = t.card_id and t.booking_date <= o.period_to)
                else t.value_date = s.debit_date and ${day} <= s.period_to and (t.entry_reference >= '1' or t.booking_date >= s.period_from) end as ok
    from card_transaction t
    left join statement s on s.card_id = t.card_id and s.number = t.statement_number`,
  },
  {
    service,
    name: 'a card owes what is invoiced, not yet invoiced and pending',
    reportedAt: { lines: ['cardBalance', 'card'], field: 'notInvoiced' },
    query: /* sql */ `
    select 'card ' || c.card_id as what, b.invoiced = coalesce(s.waiting, 0) and b.not_invoiced = coalesce(t.open, 0) and b.pending = coalesce(p.pending, 0) as ok
    from card c
    left join card_balance b using (card_id)
    left join (select card_id, sum(total) filter (where not debited) as waiting from statement group by 1) s using (card_id)
    left join (select card_id, sum(amount) as open from card_transaction where statement_number is null group by 1) t using (card_id)
    left join (select card_id, sum(amount) as pending from card_pending_transaction group by 1) p using (card_id)`,
  },
  {
    service,
    name: 'a transaction id names one transaction of its card, pending or booked',
    query: identified('card', 'card_id', ['card_transaction', 'card_pending_transaction']),
  },
  {
    service,
    name: 'every card has an owner, and two where two must approve',
    reportedAt: { lines: ['card'], field: 'holder' },
    query: owned('card', 'card_id'),
  },
];

/** A text is a copy that lists take over unseen. Those of another format are not read by this release. */
export const transactionTextProofs: readonly Proof[] = [
  {
    service,
    name: 'the text of a transaction says what the transaction says',
    query: /* sql */ `
    select 'text of transaction ' || x.entry_reference || ' of card ' || x.card_id as what, x.members = ${bookedMembers} and x.value_date = t.value_date as ok
    from card_transaction_text x
    left join card_transaction t on t.card_id = x.card_id and t.booking_date = x.booking_date and t.entry_reference = x.entry_reference
    left join card c on c.card_id = x.card_id
    where x.format = ${transactionTextFormat}`,
  },
];

/** What cards took from current accounts. */
export const cardCashFlows: readonly CashFlow[] = [
  {
    name: 'card statements were debited in full',
    kinds: ['CARD_STATEMENT'],
    query: /* sql */ `
    select c.debited_iban as iban, s.debit_date::text as day, trim_scale(sum(s.total))::text as amount, true as certain
    from statement s join card c using (card_id) where s.debited group by 1, 2`,
  },
];
