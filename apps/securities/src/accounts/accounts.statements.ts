import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, roundedAmount, statement } from '@open-banking/database';
import { valuedOn } from '../instruments/instrument.js';

export interface ReferenceRow {
  readonly identification: string;
  readonly scheme: string;
  readonly issuer: string;
  readonly currency: string;
}

export interface AccountRow extends ReferenceRow {
  readonly accountId: string;
  readonly ownerName: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly product: string;
  readonly cashAccountType: string;
  readonly status: string;
  readonly usage: string;
  readonly details: string | null;
  readonly tariffs: string | null;
  readonly applicableFees: unknown[] | null;
}

/** The value of an account's holdings in its currency, at the prices of `referenceDate`; null if a holding has no price or no rate. */
export interface ValueRow {
  readonly accountId: string;
  readonly currency: string;
  readonly value: string | null;
  readonly priceDate: string | null;
}

export const referenceColumns = 'a.other_identification as identification, a.other_scheme as scheme, a.other_issuer as issuer, a.currency';
const account = `a.account_id as "accountId", ${referenceColumns}, a.owner_name as "ownerName", a.name, a.display_name as "displayName", a.product,
  a.cash_account_type as "cashAccountType", a.status, a.usage, a.details, a.tariffs, a.applicable_fees as "applicableFees"`;

export const accountsOfCustomer = statement<AccountRow, [psuId: string, granted: ResourceGrants]>(
  'securities-accounts.list',
  /* sql */ `
  select ${account}
  from holder h
  join securities_account a on a.account_id = h.resource_id
  where h.psu_id = $1 and ${isGranted}
  order by a.name, a.account_id
`,
  { standby: true, together: ['uuid', 'uuid[]'] },
);

/** No row: the account does not exist, belongs to another customer or is not covered. The caller must not be able to tell which. */
export const accountOfCustomer = statement<AccountRow, [psuId: string, granted: ResourceGrants, accountId: string]>(
  'securities-accounts.one',
  /* sql */ `
  select ${account}
  from holder h
  join securities_account a on a.account_id = h.resource_id
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
  { standby: true, together: ['uuid', 'uuid[]', 'uuid'] },
);

/** One row per account, even if it holds nothing. Rates and prices are the latest ones up to the requested day. */
export const valuesOfAccounts = statement<ValueRow, [psuId: string, accountIds: ResourceGrants, today: string]>(
  'accounts.values',
  /* sql */ `
  select a.account_id as "accountId", a.currency,
    case when count(p.units) = count(worth.value) then ${amountText('a.currency', 'coalesce(sum(worth.value), 0)')} end as value,
    max(price.price_date)::text as "priceDate"
  from holder h
  join securities_account a on a.account_id = h.resource_id
  left join position p on p.account_id = a.account_id and p.units > 0
  left join instrument i on i.instrument_id = p.instrument_id
  ${valuedOn('$3')}
  cross join lateral (
    select ${roundedAmount(
      'a.currency',
      `p.units * price.price / (case i.quotation when 'percentage' then 100 else 1 end) * (case i.currency when a.currency then 1 else rate.rate end)`,
    )} as value
  ) worth
  where h.psu_id = $1 and ${isGranted}
  group by a.account_id, a.currency
`,
  { standby: true, together: ['uuid', 'uuid[]', 'date'] },
);
