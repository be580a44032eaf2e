import { type ResourceGrants, isGranted } from '@open-banking/access';
import { statement } from '@open-banking/database';
import { referenceColumns, type ReferenceRow } from '../accounts/accounts.statements.js';
import { instrumentColumns, type InstrumentRow } from '../instruments/instrument.js';

export interface OrderRow extends InstrumentRow {
  readonly orderId: string;
  readonly orderDate: string;
  readonly side: string;
  readonly units: string;
  readonly mic: string;
  readonly limitPrice: string | null;
  readonly stopPrice: string | null;
  readonly typesOfOrder: string[];
  readonly timeInForce: string;
  readonly expiryDate: string | null;
  readonly relatedIban: string;
  readonly orderSplit: boolean;
  readonly orderModifyable: boolean;
  readonly orderStatus: string;
  readonly details: string | null;
  /** The first and last booking date of its transactions; null if nothing was filled. */
  readonly firstBooked: string | null;
  readonly lastBooked: string | null;
}

/** An account without orders is one row with nulls. */
export type AccountWithOrder = ReferenceRow & (OrderRow | { readonly [K in keyof OrderRow]: null });

type Page = [
  psuId: string,
  granted: ResourceGrants,
  accountId: string,
  from: string,
  to: string,
  status: string | null,
  beforeDate: string | null,
  beforeId: string | null,
  take: number,
];

/** A page of orders, newest first. No row: the customer has no such account, or the consent does not cover it. */
export const ordersOfAccount = statement<AccountWithOrder, Page>(
  'orders.list',
  /* sql */ `
  select ${referenceColumns}, o.*
  from holder h
  join securities_account a on a.account_id = h.resource_id
  left join lateral (
    select o.order_id as "orderId", o.order_date::text as "orderDate", o.side, o.units::text, o.mic, o.limit_price::text as "limitPrice", o.stop_price::text as "stopPrice",
      o.types_of_order as "typesOfOrder", o.time_in_force as "timeInForce", o.expiry_date::text as "expiryDate", o.related_iban as "relatedIban",
      o.order_split as "orderSplit", o.order_modifyable as "orderModifyable", o.order_status as "orderStatus", o.details, ${instrumentColumns},
      filled.first::text as "firstBooked", filled.last::text as "lastBooked"
    from security_order o
    join instrument i on i.instrument_id = o.instrument_id
    left join lateral (
      select min(t.booking_date) as first, max(t.booking_date) as last from securities_transaction t where t.order_id = o.order_id
    ) filled on true
    where o.account_id = a.account_id and o.order_date >= $4::date and ($6::text is null or o.order_status = $6)
      and (o.order_date, o.order_id) < (coalesce($7::date, $5::date + 1), coalesce($8::uuid, '00000000-0000-0000-0000-000000000000'))
    order by o.order_date desc, o.order_id desc
    limit $9
  ) o on true
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
  { standby: true },
);
