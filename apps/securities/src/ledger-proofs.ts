import { owned, type Proof } from '@open-banking/database';

const service = 'securities';

export const securityProofs: readonly Proof[] = [
  {
    service,
    name: 'a holding is the sum of its transactions',
    query: /* sql */ `
    select 'holding of ' || coalesce(p.instrument_id, t.instrument_id) || ' in account ' || coalesce(p.account_id, t.account_id) as what,
           coalesce(p.units, 0) = coalesce(t.units, 0) as ok
    from (select account_id, instrument_id, sum(units) as units from position group by 1, 2) p
    full join (select account_id, instrument_id, sum(units) as units from securities_transaction group by 1, 2) t using (account_id, instrument_id)`,
  },
  {
    service,
    name: 'each transaction begins with what was held',
    query: /* sql */ `
    select 'transaction ' || transaction_id as what,
           units_after = sum(units) over (partition by account_id, instrument_id order by booking_date, entry_reference) and units_before >= 0 and units_after >= 0 as ok
    from securities_transaction`,
  },
  {
    service,
    name: 'an order is filled by its transactions',
    query: /* sql */ `
    select 'order ' || o.order_id as what,
           o.filled_units = coalesce(sum(abs(t.units)), 0)
           and coalesce(bool_and(t.account_id = o.account_id and t.instrument_id = o.instrument_id
                                 and (t.units > 0) = (o.side in ('buy', 'subscription')) and t.booking_date >= o.order_date), true) as ok
    from security_order o
    left join securities_transaction t on t.order_id = o.order_id
    group by o.order_id, o.filled_units`,
  },
  {
    service,
    name: 'a trade comes from an order, and its fees are within its amount',
    query: /* sql */ `
    select 'transaction ' || t.transaction_id as what,
           (t.order_id is not null) = (t.transaction_type_code = 'SETT') and (t.units = 0) = (t.transaction_type_code = 'CORP')
           and t.amount_includes_fees = (t.related_fees is not null) as ok
    from securities_transaction t`,
  },
  {
    service,
    name: 'every securities account has an owner, and two where two must approve',
    query: owned('securities_account', 'account_id'),
  },
];
