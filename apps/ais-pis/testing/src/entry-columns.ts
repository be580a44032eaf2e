import { withholdOwnerName } from '@open-banking/access';
import { amountText } from '@open-banking/messages';
import type { RunningBank } from '@open-banking/testing';

export interface DisclosedFields {
  readonly balances: boolean;
  readonly ownerName: boolean;
}

/** The names of fields that are a column's value, and their columns. */
const plain = {
  entryReference: 'entry_reference',
  bookingDate: 'booking_date::text',
  valueDate: 'value_date::text',
  endToEndId: 'end_to_end_id',
  mandateId: 'mandate_id',
  checkId: 'check_id',
  creditorId: 'creditor_id',
  currencyExchange: 'currency_exchange',
  creditorName: 'creditor_name',
  creditorAccount: 'creditor_account',
  creditorAgent: 'creditor_agent',
  ultimateCreditor: 'ultimate_creditor',
  debtorName: 'debtor_name',
  debtorAccount: 'debtor_account',
  debtorAgent: 'debtor_agent',
  ultimateDebtor: 'ultimate_debtor',
  remittanceInformationUnstructured: 'remittance_unstructured',
  remittanceInformationStructured: 'remittance_structured',
  additionalInformation: 'additional_information',
  purposeCode: 'purpose_code',
  bankTransactionCode: 'bank_transaction_code',
  proprietaryBankTransactionCode: 'proprietary_bank_transaction_code',
};

/** The entries of an account as objects made from their columns, newest first: the reference for what PostgreSQL writes. */
export async function entriesFromColumns(bank: RunningBank, accountId: string, shown: DisclosedFields, max = 500): Promise<object[]> {
  const { rows } = await bank.database('ais-pis').query<Record<string, string | null>>(
    `select coalesce(e.transaction_id, e.entry_reference) as id, e.amount::text, e.balance_after::text as balance, a.iban, a.currency, a.owner_name as "ownerName",
      ${Object.entries(plain).map(([name, column]) => `e.${column} as "${name}"`)}
    from entry e join account a using (account_id) where account_id = $1 order by e.booking_date desc, e.entry_reference desc limit $2`,
    [accountId, max],
  );
  return rows.map((row) => {
    const { id, amount, balance, currency, iban, ownerName, ...fields } = row;
    const shownAmount = (stored: string) => ({ currency, amount: amountText(currency!, stored) });
    const entry: Record<string, unknown> = { transactionId: id, transactionAmount: shownAmount(amount!) };
    for (const [name, value] of Object.entries(fields)) if (value !== null) entry[name] = value;
    if (!shown.ownerName) withholdOwnerName(entry, { ownerName: ownerName!, iban });
    if (shown.balances) entry['balanceAfterTransaction'] = { balanceType: 'interimBooked', balanceAmount: shownAmount(balance!) };
    return entry;
  });
}
