import { amountText, statement } from '@open-banking/database';

export interface LimitRow {
  readonly currency: string;
  readonly perPayment: string | null;
  readonly perDay: string | null;
}

/** The limits in force. */
export const limitsOfCustomer = statement<LimitRow, [psuId: string]>(
  'customer-limits.list',
  /* sql */ `
  select distinct on (currency) currency, ${amountText('currency', 'per_payment')} as "perPayment", ${amountText('currency', 'per_day')} as "perDay"
  from instant_limit where psu_id = $1 order by currency, set_at desc
`,
);

/** The same form sent twice at one instant is one setting. */
export const setLimit = statement<never, [psuId: string, currency: string, now: Date, perPayment: string | null, perDay: string | null]>(
  'customer-limits.set',
  /* sql */ `
  insert into instant_limit (psu_id, currency, set_at, per_payment, per_day) values ($1, $2, $3, $4, $5) on conflict do nothing
`,
);
