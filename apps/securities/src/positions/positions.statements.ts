import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, roundedAmountText, statement } from '@open-banking/database';
import { referenceColumns, type ReferenceRow } from '../accounts/accounts.statements.js';
import { instrumentColumns, valuedOn, type InstrumentRow } from '../instruments/instrument.js';

export interface PositionRow extends InstrumentRow {
  readonly units: string;
  readonly balanceType: string;
  readonly safekeepingPlace: string;
  readonly safekeepingCountry: string;
  readonly details: string | null;
  readonly averageBuyingPrice: string | null;
  readonly totalBuyingPrice: string | null;
  readonly priceType: string;
  readonly mic: string;
  readonly kind: string;
  readonly price: string | null;
  readonly priceDate: string | null;
  readonly value: string | null;
  readonly daysAccrued: number | null;
  readonly accrued: string | null;
  readonly rate: string | null;
  readonly rateDate: string | null;
}

/** An account without positions is one row with nulls. */
export type AccountWithPosition = ReferenceRow & (PositionRow | { readonly [K in keyof PositionRow]: null });

/**
 * Holdings, valued at the latest price. The interest of a bond accrues from its last coupon, actual/365 (`coupon_day` is any past or future
 * coupon date; coupons are annual).
 */
export const positionsOfAccount = statement<
  AccountWithPosition,
  [psuId: string, granted: ResourceGrants, accountId: string, today: string]
>(
  'positions.list',
  /* sql */ `
  select ${referenceColumns}, ${instrumentColumns}, i.price_type as "priceType", i.mic, i.kind,
    p.units::text, p.balance_type as "balanceType", p.safekeeping_place as "safekeepingPlace", p.safekeeping_country as "safekeepingCountry", p.details,
    ${roundedAmountText('i.currency', 'p.average_buying_price')} as "averageBuyingPrice", ${amountText('i.currency', 'p.total_buying_price')} as "totalBuyingPrice",
    price.price::text, price.price_date::text as "priceDate", ${roundedAmountText('i.currency', 'worth.value')} as value,
    bond.days as "daysAccrued", ${roundedAmountText('i.currency', 'p.units * i.coupon / 100 * bond.days / 365')} as accrued,
    rate.rate::text, rate.quotation_date::text as "rateDate"
  from holder h
  join securities_account a on a.account_id = h.resource_id
  left join position p on p.account_id = a.account_id and p.units > 0
  left join instrument i on i.instrument_id = p.instrument_id
  ${valuedOn('$4')}
  cross join lateral (select p.units * price.price / (case i.quotation when 'percentage' then 100 else 1 end) as value) worth
  left join lateral (
    select $4::date - max(paid.day) as days
    from generate_series(0, 1) ago,
      lateral (select (i.coupon_day + make_interval(years => (extract(year from $4::date) - extract(year from i.coupon_day))::int - ago))::date as day) paid
    where i.coupon is not null and paid.day <= $4::date
  ) bond on true
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
  order by i.name, i.instrument_id
`,
  { standby: true, together: ['uuid', 'uuid[]', 'uuid', 'date'] },
);
