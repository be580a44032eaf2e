import { amountText, omitNullish } from '@open-banking/messages';
import type { RunningBank } from '@open-banking/testing';

type Columns = Record<string, string | null> & {
  readonly accepted_at: Date;
  readonly statement_number: number | null;
  readonly currency_exchange: object;
};

/** The transactions of a card as objects made from their columns, newest first: the reference for what PostgreSQL writes. */
export async function transactionsFromColumns(bank: RunningBank, cardId: string, max = 500): Promise<object[]> {
  const { rows } = await bank.database('cards').query<Columns>(
    `select t.*, t.acceptor_transaction_at as accepted_at, t.transaction_date::text, t.booking_date::text, t.value_date::text, t.amount::text, t.grand_total_amount::text,
      t.original_amount::text, t.markup_fee::text, t.markup_fee_percentage::text, c.masked_pan, c.currency, coalesce(t.transaction_id, t.entry_reference) as id
    from card_transaction t join card c using (card_id) where card_id = $1 order by t.booking_date desc, t.entry_reference desc limit $2`,
    [cardId, max],
  );
  return rows.map((row) => {
    const inCard = (amount: string | null | undefined) =>
      amount == null ? null : { currency: row['currency'], amount: amountText(row['currency']!, amount) };
    return omitNullish({
      transactionId: row['id'],
      cardTransactionId: row['id'],
      terminalId: row['terminal_id'],
      transactionDate: row['transaction_date'],
      acceptorTransactionDateTime: row.accepted_at.toISOString(),
      bookingDate: row['booking_date'],
      valueDate: row['value_date'],
      transactionAmount: inCard(row['amount']),
      grandTotalAmount: inCard(row['grand_total_amount']),
      currencyExchange: row.currency_exchange,
      originalAmount:
        row['original_amount'] == null || row['original_currency'] == null
          ? null
          : { currency: row['original_currency'], amount: amountText(row['original_currency'], row['original_amount']) },
      markupFee: inCard(row['markup_fee']),
      markupFeePercentage: row['markup_fee_percentage'],
      cardAcceptorId: row['card_acceptor_id'],
      cardAcceptorName: row['card_acceptor_name'],
      cardAcceptorAddress:
        row['card_acceptor_country'] == null
          ? null
          : omitNullish({
              streetName: row['card_acceptor_street'],
              buildingNumber: row['card_acceptor_building'],
              townName: row['card_acceptor_town'],
              postCode: row['card_acceptor_post_code'],
              country: row['card_acceptor_country'],
            }),
      cardAcceptorPhone: row['card_acceptor_phone'],
      merchantCategoryCode: row['merchant_category_code'],
      maskedPAN: row['masked_pan'],
      transactionDetails: row['transaction_details'],
      invoiced: row.statement_number !== null,
      proprietaryBankTransactionCode: row['proprietary_bank_transaction_code'],
    });
  });
}
