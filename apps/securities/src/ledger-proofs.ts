import { owned, type CashFlow, type Proof } from '@open-banking/feed';

const service = 'securities';

export const securityProofs: readonly Proof[] = [
  {
    service,
    name: 'a holding is the sum of its transactions',
    reportedAt: { lines: ['position', 'securitiesTransaction'], field: 'units' },
    query: /* sql */ `
    select 'holding of ' || coalesce(p.instrument_id, t.instrument_id) || ' in account ' || coalesce(p.account_id, t.account_id) as what,
           coalesce(p.units, 0) = coalesce(t.units, 0) as ok
    from (select account_id, instrument_id, sum(units) as units from position group by 1, 2) p
    full join (select account_id, instrument_id, sum(units) as units from securities_transaction group by 1, 2) t using (account_id, instrument_id)`,
  },
  {
    service,
    name: 'each transaction begins with what was held',
    reportedAt: { lines: ['securitiesTransaction'], field: 'unitsBefore' },
    query: /* sql */ `
    select 'transaction ' || transaction_id as what,
           units_after = sum(units) over (partition by account_id, instrument_id order by booking_date, entry_reference) and units_before >= 0 and units_after >= 0 as ok
    from securities_transaction`,
  },
  {
    service,
    name: 'an order is filled by its transactions',
    reportedAt: { lines: ['securityOrder'], field: 'filledUnits' },
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
    reportedAt: { lines: ['securitiesTransaction'], field: 'orderId' },
    query: /* sql */ `
    select 'transaction ' || t.transaction_id as what,
           (t.order_id is not null) = (t.transaction_type_code = 'SETT') and (t.units = 0) = (t.transaction_type_code = 'CORP')
           and t.amount_includes_fees = (t.related_fees is not null) as ok
    from securities_transaction t`,
  },
  {
    service,
    name: 'every securities account has an owner, and two where two must approve',
    reportedAt: { lines: ['securitiesAccount'], field: 'holder' },
    query: owned('securities_account', 'account_id'),
  },
];

/** What trades and income moved on current accounts. */
export const securityCashFlows: readonly CashFlow[] = [
  {
    name: 'securities trades were settled on the account',
    kinds: ['SECURITIES', 'INCOME'],
    query: /* sql */ `
    select a.related_iban as iban, t.settlement_date::text as day, trim_scale(sum(t.amount))::text as amount,
           bool_and(t.settlement_date <= (select max(booking_date) from securities_transaction)) as certain
    from securities_transaction t join securities_account a using (account_id)
    where t.amount <> 0 group by 1, 2`,
  },
];
