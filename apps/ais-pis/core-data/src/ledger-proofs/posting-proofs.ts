import type { Proof } from '@open-banking/feed';

const service = 'ais-pis';

/** Both sides of each posting: the entries of customers' accounts and the legs of the bank's internal accounts. */
const legs = /* sql */ `
  select e.posting_id, a.currency, e.account_id::text as account, e.amount from entry e join account a using (account_id) where e.posting_id is not null
  union all
  select posting_id, currency, internal_account, amount from internal_leg`;

export const postingProofs: readonly Proof[] = [
  {
    service,
    name: 'a posting is complete and sums to zero in each currency',
    query: /* sql */ `
    select 'posting ' || coalesce(p.posting_id, l.posting_id) as what, l.legs = p.legs and l.zero as ok
    from posting p
    full join (
      select posting_id, sum(legs) as legs, bool_and(total = 0) as zero
      from (select posting_id, currency, count(*) as legs, sum(amount) as total from (${legs}) leg group by 1, 2) of_currency
      group by 1) l using (posting_id)`,
  },
  {
    service,
    name: 'the opening totals balance the loaded entries in each currency',
    query: /* sql */ `
    select 'opening in ' || coalesce(l.currency, o.currency) as what, coalesce(l.total, 0) + coalesce(o.total, 0) = 0 as ok
    from (select a.currency, sum(e.amount) as total from entry e join account a using (account_id) where e.posting_id is null group by 1) l
    full join (select currency, sum(amount) as total from opening group by 1) o using (currency)`,
  },
  {
    service,
    name: 'a reversal cancels the whole posting that it reverses',
    query: /* sql */ `
    select 'posting ' || r.posting_id as what, not exists (
             select from (${legs}) leg where leg.posting_id in (r.posting_id, r.reverses) group by account, currency having sum(amount) <> 0) as ok
    from posting r
    where r.reverses is not null`,
  },
];
