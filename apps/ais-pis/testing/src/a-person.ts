import { randomBytes, randomUUID } from 'node:crypto';
import { daysAgo, type RunningBank, type TestCustomer } from '@open-banking/testing';
import { aCustomer, demoIban, type TestAccount } from './a-customer.js';

/** A customer with an account of their own, of whom every text is a canary: it stands nowhere else. */
export interface Person extends TestCustomer {
  readonly name: string;
  readonly account: TestAccount;
  /** Every text so far. */
  readonly canaries: readonly string[];
  /** A text of this person; the same for the same word. */
  canary(word: string): string;
}

/** The account has a loaded entry of 100 EUR in which every column holds a canary. */
export async function aPerson(bank: RunningBank): Promise<Person> {
  const id = randomBytes(5).toString('hex');
  const canaries: string[] = [];
  const canary = (word: string): string => {
    const text = `${word} ${id}`;
    if (!canaries.includes(text)) canaries.push(text);
    return text;
  };
  const name = canary('Canary Name');
  const customer = await aCustomer(bank, { login: canary('login') });
  await bank
    .database('ais-pis')
    .query('update psu set name = $2, login_subject = $3 where psu_id = $1', [customer.psuId, name, canary('subject')]);
  const account = await anAccountOf(bank, customer.psuId, name, canary);
  canaries.push(account.iban);
  return { ...customer, name, canaries, canary, account };
}

async function anAccountOf(bank: RunningBank, psuId: string, name: string, canary: (word: string) => string): Promise<TestAccount> {
  const sql = (text: string, ...values: unknown[]) => bank.database('ais-pis').query(text, values);
  const accountId = randomUUID();
  const iban = demoIban(accountId);
  await sql(
    `insert into account (account_id, iban, bic, account_number, currency, owner_name, owner_latin_name, name, display_name, details, product, usage, opened_on)
    values ($1, $2, 'DEMOILITXXX', $3, 'EUR', $4, $8, $5, $6, $7, 'Current', 'PRIV', '2024-01-01')`,
    accountId,
    iban,
    canary('number'),
    name,
    canary('account name'),
    canary('display name'),
    canary('details'),
    canary('latin name'),
  );
  await sql(
    `insert into account_balance (account_id, booked, reserved, incoming, overdraft, last_booking_date, booked_before, changed_at) values ($1, 100, 0, 0, 0, $2, 0, now())`,
    accountId,
    daysAgo(1),
  );
  await sql(
    `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, end_to_end_id, creditor_name, creditor_account,
      creditor_agent, ultimate_creditor, debtor_name, debtor_account, debtor_agent, ultimate_debtor, remittance_unstructured, remittance_structured, additional_information)
    values ($1, $2, '0000000000000001', $2, now(), 100.00, 100.00, 'ACMT-MCOP-OTHR', $3, $4, $5, 'AGENTXXX', $6, $7, $8, 'AGENTXXX', $9, $10, $11, $12)`,
    accountId,
    daysAgo(1),
    canary('end to end'),
    canary('creditor'),
    JSON.stringify({ bban: canary('creditor account') }),
    canary('ultimate creditor'),
    canary('debtor'),
    JSON.stringify({ bban: canary('debtor account') }),
    canary('ultimate debtor'),
    canary('text'),
    canary('structured'),
    canary('additional'),
  );
  await sql('insert into holder (psu_id, resource_id, rule) values ($1, $2, $3)', psuId, accountId, 'any');
  await sql('insert into account_owner_name (account_id, name) values ($1, $2)', accountId, canary('other name'));
  return { accountId, iban };
}
