import { type ResourceGrants, isGranted } from '@open-banking/access';
import { statement } from '@open-banking/database';

// The floor reads the rows of a page. The service has PostgreSQL write it (docs/decisions/0061).

/** Amounts and dates are text and are sent unchanged. */
export interface TransactionRow {
  readonly transactionId: string;
  readonly entryReference: string;
  readonly transactionDate: string;
  readonly acceptedAt: Date;
  readonly amount: string;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  readonly grandTotalAmount: string | null;
  readonly originalAmount: string | null;
  readonly originalCurrency: string | null;
  readonly markupFee: string | null;
  readonly markupFeePercentage: string | null;
  readonly currencyExchange: readonly Record<string, string>[] | null;
  readonly terminalId: string | null;
  readonly cardAcceptorId: string | null;
  readonly cardAcceptorName: string | null;
  readonly cardAcceptorPhone: string | null;
  readonly street: string | null;
  readonly building: string | null;
  readonly town: string | null;
  readonly postCode: string | null;
  readonly country: string | null;
  readonly merchantCategoryCode: string | null;
  readonly transactionDetails: string | null;
  readonly code: string | null;
  readonly statementNumber: number | null;
}

/** A card without transactions is one row with nulls, which distinguishes it from no card. */
export type CardWithTransaction = { readonly maskedPan: string; readonly currency: string } & (
  TransactionRow | { readonly [K in keyof TransactionRow]: null }
);

const columns = /* sql */ `
  coalesce(t.transaction_id, t.entry_reference) as "transactionId", t.entry_reference as "entryReference", t.transaction_date::text as "transactionDate", t.acceptor_transaction_at as "acceptedAt", t.amount::text,
  t.original_amount::text as "originalAmount", t.original_currency as "originalCurrency", t.currency_exchange as "currencyExchange",
  t.terminal_id as "terminalId", t.card_acceptor_id as "cardAcceptorId", t.card_acceptor_name as "cardAcceptorName", t.card_acceptor_phone as "cardAcceptorPhone",
  t.card_acceptor_street as street, t.card_acceptor_building as building, t.card_acceptor_town as town, t.card_acceptor_post_code as "postCode", t.card_acceptor_country as country,
  t.merchant_category_code as "merchantCategoryCode", t.transaction_details as "transactionDetails", t.proprietary_bank_transaction_code as code`;

/** A page of booked transactions, newest first. No row: the customer has no such card, or the consent does not cover it. */
export const bookedTransactions = statement<
  CardWithTransaction,
  [
    psuId: string,
    granted: ResourceGrants,
    cardId: string,
    from: string,
    to: string,
    afterDate: string | null,
    afterReference: string | null,
    take: number,
    valueFrom: string,
    valueTo: string,
  ]
>(
  'floor.card-transactions',
  /* sql */ `
  select c.masked_pan as "maskedPan", c.currency, t.*
  from holder h
  join card c on c.card_id = h.resource_id
  left join lateral (
    select ${columns}, t.booking_date::text as "bookingDate", t.value_date::text as "valueDate", t.grand_total_amount::text as "grandTotalAmount",
      t.markup_fee::text as "markupFee", t.markup_fee_percentage::text as "markupFeePercentage", t.statement_number as "statementNumber"
    from card_transaction t
    where t.card_id = c.card_id and t.booking_date >= $4::date and t.value_date between $9::date and $10::date
      and (t.booking_date, t.entry_reference) < (coalesce($6::date, $5::date + 1), coalesce($7::text, ''))
    order by t.booking_date desc, t.entry_reference desc
    limit $8
  ) t on true
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
);
