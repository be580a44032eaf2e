import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';
import { referenceColumns, type ReferenceRow } from '../accounts/accounts.statements.js';
import { instrumentColumns, type InstrumentRow } from '../instruments/instrument.js';

export interface TransactionRow extends InstrumentRow {
  readonly transactionId: string;
  readonly entryReference: string;
  readonly bookingDate: string;
  readonly transactionDate: string;
  readonly transactedAt: Date | null;
  readonly settlementDate: string | null;
  readonly valueDate: string | null;
  readonly orderId: string | null;
  readonly units: string;
  readonly unitsBefore: string;
  readonly unitsAfter: string;
  readonly typeCode: string;
  readonly mic: string | null;
  readonly amount: string | null;
  readonly amountCurrency: string | null;
  readonly includesFees: boolean;
  readonly includesTaxes: boolean;
  readonly relatedFees: unknown[] | null;
  readonly currencyExchange: unknown[] | null;
  readonly reversal: boolean;
  readonly reversedId: string | null;
  readonly accruedDays: number | null;
  readonly accruedAmount: string | null;
  readonly details: string | null;
}

/** An account without transactions is one row with nulls. */
export type AccountWithTransaction = ReferenceRow & (TransactionRow | { readonly [K in keyof TransactionRow]: null });

type Page = [
  psuId: string,
  granted: ResourceGrants,
  accountId: string,
  from: string,
  to: string,
  afterDate: string | null,
  afterReference: string | null,
  take: number,
];

/** A page of transactions, newest first. No row: the customer has no such account, or the consent does not cover it. */
export const transactionsOfAccount = statement<AccountWithTransaction, Page>(
  'transactions.list',
  /* sql */ `
  select ${referenceColumns}, t.*
  from holder h
  join securities_account a on a.account_id = h.resource_id
  left join lateral (
    select t.transaction_id as "transactionId", t.entry_reference as "entryReference", t.booking_date::text as "bookingDate",
      t.transaction_date::text as "transactionDate", t.transacted_at as "transactedAt", t.settlement_date::text as "settlementDate", t.value_date::text as "valueDate",
      t.order_id as "orderId", t.units::text, t.units_before::text as "unitsBefore", t.units_after::text as "unitsAfter", t.transaction_type_code as "typeCode", t.mic,
      ${amountText('t.currency', 't.amount')} as amount, t.currency as "amountCurrency", t.amount_includes_fees as "includesFees", t.amount_includes_taxes as "includesTaxes",
      t.related_fees as "relatedFees", t.currency_exchange as "currencyExchange", t.reversal_indicator as reversal, t.reversed_transaction_id as "reversedId",
      t.accrued_interest_days as "accruedDays", ${amountText('t.currency', 't.accrued_interest_amount')} as "accruedAmount", t.details, ${instrumentColumns}
    from securities_transaction t
    join instrument i on i.instrument_id = t.instrument_id
    where t.account_id = a.account_id and t.booking_date >= $4::date
      and (t.booking_date, t.entry_reference) < (coalesce($6::date, $5::date + 1), coalesce($7::text, ''))
    order by t.booking_date desc, t.entry_reference desc
    limit $8
  ) t on true
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
  { standby: true },
);
