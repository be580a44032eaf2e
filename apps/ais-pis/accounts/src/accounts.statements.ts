import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';
import { changesBesides } from '@open-banking/ais-pis-directory';

export interface BalanceRow {
  readonly iban: string;
  readonly currency: string;
  readonly closingBooked: string;
  readonly closedOn: string;
  readonly booked: string;
  readonly expected: string;
  readonly available: string;
  readonly creditLine: boolean;
  readonly today: string;
  readonly changedAt: Date;
}

export interface AccountRow extends BalanceRow {
  readonly accountId: string;
  readonly ownerName: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly product: string;
  readonly cashAccountType: string;
  readonly status: string;
  readonly bic: string;
  readonly usage: string;
  readonly details: string | null;
}

type OfCustomer = [psuId: string, granted: ResourceGrants, today: string];

const account = /* sql */ `
  a.account_id as "accountId", a.owner_name as "ownerName", a.name, a.display_name as "displayName", a.product,
  a.cash_account_type as "cashAccountType", a.status, a.bic, a.usage, a.details`;

// Yesterday's closing balance: `booked_before` if anything was booked today, otherwise `booked`.
const balance = /* sql */ `
  a.iban, a.currency, ${amountText('a.currency', 'case when b.last_booking_date >= $3::date then b.booked_before else b.booked end')} as "closingBooked", ($3::date - 1)::text as "closedOn",
  ${amountText('a.currency', 'b.booked')} as booked, ${amountText('a.currency', 'b.booked - b.reserved + b.incoming')} as expected, ${amountText('a.currency', 'b.booked - b.reserved + b.overdraft')} as available, b.overdraft > 0 as "creditLine",
  $3::date::text as today, b.changed_at as "changedAt"`;

/** The customer's accounts that the consent covers (`null`: all). */
export const accountsOfCustomer = statement<AccountRow, OfCustomer>(
  'accounts.list',
  /* sql */ `
  select ${account}, ${balance}
  from holder h
  join account a on a.account_id = h.resource_id
  join account_balance b on b.account_id = h.resource_id
  where h.psu_id = $1 and ${isGranted}
  order by a.name, a.account_id
`,
  { standby: true, together: ['uuid', 'uuid[]', 'date'] },
);

/** No row: the account does not exist, is not this customer's, or not covered. The caller cannot tell which, and must not. */
export const accountOfCustomer = statement<AccountRow, [...OfCustomer, accountId: string]>(
  'accounts.one',
  /* sql */ `
  select ${account}, ${balance}
  from holder h
  join account a on a.account_id = h.resource_id
  join account_balance b on b.account_id = h.resource_id
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $4
`,
  { standby: true, together: ['uuid', 'uuid[]', 'date', 'uuid'], piggyback: changesBesides },
);

/** The balances of one account; no row as above. */
export const balancesOfAccount = statement<BalanceRow, [...OfCustomer, accountId: string]>(
  'accounts.balances',
  /* sql */ `
  select ${balance}
  from holder h
  join account a on a.account_id = h.resource_id
  join account_balance b on b.account_id = h.resource_id
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $4
`,
  { standby: true, together: ['uuid', 'uuid[]', 'date', 'uuid'], piggyback: changesBesides },
);
