import { randomInt, randomUUID } from 'node:crypto';
import { interfaceServices, type Service } from '@open-banking/spec';
import { aMaskedPan, inDays, newCustomer, until, type BankWithClock, type TestCustomer } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';

/** The services that hold personal data of customers: each gets rows of the whole customer below. */
export const erasing = interfaceServices;

/** An IBAN with the right check digits (ISO 7064, mod 97-10). */
function anIban(): string {
  const bban = `0108${String(randomInt(1e12, 9e12)).padStart(15, '0')}`;
  const check = 98n - (BigInt(`${bban}182100`) % 97n);
  return `IL${check.toString().padStart(2, '0')}${bban}`;
}

/** A customer of every service, with a text of their own wherever names and texts can stand, who signs in by it. */
export interface WholeCustomer extends TestCustomer {
  readonly text: string;
  readonly accountId: string;
  readonly iban: string;
  readonly accountNumber: string;
  readonly cardId: string;
  readonly maskedPan: string;
  /** What must not be found of them, once they are erased. */
  readonly canaries: readonly string[];
}

const booked = '100.00';

/**
 * Opens their accounts, card and contracts, so that the books add up: the account has 100 euro, booked so many days ago; everything else nothing
 * to speak of, booked in the last days.
 */
export async function aWholeCustomer(bank: BankWithClock, bookedDaysAgo = 1): Promise<WholeCustomer> {
  const text = `zq${randomUUID().slice(0, 12)}`;
  const customer = { ...(await newCustomer(bank)), login: text };
  const { psuId } = customer;
  const [accountId, cardId, savingsId, depotId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [iban, accountNumber, maskedPan] = [anIban(), String(randomInt(1e8, 1e9)), aMaskedPan()];
  const today = inDays(0, new Date((await bank.clock()).now));
  const run = (service: Service, text: string, ...values: unknown[]) => bank.database(service).query(text, values);
  const held = (service: Service, resourceId: string) =>
    run(service, "insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", psuId, resourceId);

  await run('ais-pis', 'update psu set login = $2, name = $2 where psu_id = $1', psuId, text);
  await run(
    'ais-pis',
    `insert into account (account_id, iban, bic, branch_number, account_number, currency, owner_name, owner_latin_name, name, display_name, details, product, usage, opened_on)
    values ($1, $2, 'DEMOILITXXX', '9', $3, 'EUR', $4, $4, $4, $4, $4, 'Current', 'PRIV', '2024-01-01')`,
    accountId,
    iban,
    accountNumber,
    text,
  );
  await run(
    'ais-pis',
    `insert into account_balance (account_id, booked, last_booking_date, booked_before, changed_at) values ($1, $2, $3::date - $4::integer, 0, now())`,
    accountId,
    booked,
    today,
    bookedDaysAgo,
  );
  await entryBooked(bank, {
    accountId,
    number: 1,
    day: today,
    daysAgo: bookedDaysAgo,
    amount: booked,
    balance: booked,
    creditor: text,
    text,
  });
  await run(
    'ais-pis',
    `insert into customer_alert (psu_id, kind, subject, subject_id, facts, occurred_at, settled_at, outcome) values ($1, 'test', 'customer', $1, $2, now(), now(), 'delivered')`,
    psuId,
    JSON.stringify({ text }),
  );
  await run(
    'cards',
    `insert into card (card_id, masked_pan, currency, owner_name, name, display_name, details, product, usage, credit_limit, statement_day, debit_day, debited_account_id, debited_iban)
    values ($1, $2, 'EUR', $3, $3, $3, $3, 'Classic', 'PRIV', 1000, 2, 10, $4, $5)`,
    cardId,
    maskedPan,
    text,
    accountId,
    iban,
  );
  await run(
    'cards',
    `insert into card_transaction (card_id, booking_date, entry_reference, transaction_date, acceptor_transaction_at, value_date, amount, card_acceptor_name, card_acceptor_phone, transaction_details)
    select $1, $2::date - n, lpad(n::text, 16, '0'), $2::date - n, now(), $2::date, -1.50, $3, $3, $3 from generate_series(1, 4) n`,
    cardId,
    today,
    text,
  );
  await run(
    'cards',
    `insert into card_balance (card_id, invoiced, not_invoiced, pending, next_debit_date, changed_at) values ($1, 0, -6, 0, $2, now())`,
    cardId,
    today,
  );
  await run(
    'savings-loans',
    `insert into savings_account (account_id, iban, currency, owner_name, name, display_name, details, linked_accounts, product, usage, interest, contract_start_date, booked, last_booking_date, changed_at)
    values ($1, $2, 'EUR', $3, $3, $3, $3, $4, 'Saving', 'PRIV', '[]', '2025-01-31', 5, $5, now())`,
    savingsId,
    anIban(),
    text,
    iban,
    today,
  );
  await run(
    'savings-loans',
    `insert into savings_entry (account_id, booking_date, entry_reference, value_date, amount, balance_after, creditor_name, remittance_unstructured, additional_information, bank_transaction_code, proprietary_bank_transaction_code)
    values ($1, $2, '0000000000000001', $2, 5, 5, $3, $3, $3, 'PMNT', 'INTEREST')`,
    savingsId,
    today,
    text,
  );
  await run(
    'securities',
    `insert into securities_account (account_id, other_identification, other_scheme, other_issuer, currency, owner_name, name, display_name, details, product, usage, related_iban)
    values ($1, $2, 'Safekeeping', 'Test bank', 'EUR', $2, $2, $2, $2, 'Depot', 'PRIV', $3)`,
    depotId,
    text,
    iban,
  );
  await run(
    'loan-services',
    `insert into branch_account (account_id, branch_number, account_number, iban, currency, owner_name, usage, monthly_net_income, customer_since)
    values ($1, '9', $2, $3, 'EUR', $4, 'PRIV', 10000, '2024-01-01')`,
    accountId,
    accountNumber,
    iban,
    text,
  );
  await Promise.all([
    held('ais-pis', accountId),
    held('cards', cardId),
    held('savings-loans', savingsId),
    held('securities', depotId),
    held('loan-services', accountId),
  ]);
  await until('the texts of their card transactions are written', async () => {
    const { rows } = await bank.database('cards').query('select from card_transaction_text where card_id = $1', [cardId]);
    return rows.length === 4;
  });
  return { ...customer, text, accountId, iban, accountNumber, cardId, maskedPan, canaries: [text, iban, accountNumber, maskedPan] };
}

interface BookedEntry {
  readonly accountId: string;
  /** Its place on the account, from 1. */
  readonly number: number;
  readonly day: string;
  /** How many days before that day. */
  readonly daysAgo: number;
  readonly amount: string | number;
  readonly balance: string | number;
  readonly kind?: string | null;
  readonly creditor?: string;
  readonly text: string;
}

const entryBooked = (bank: BankWithClock, { accountId, number, day, daysAgo, amount, balance, kind, creditor, text }: BookedEntry) =>
  bank.database('ais-pis').query(
    `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, proprietary_bank_transaction_code, creditor_name, remittance_unstructured)
    values ($1, $2::date - $3::integer, $4, $2::date - $3::integer, now(), $5, $6, $7, $8, $9, $10)`,
    [
      accountId,
      day,
      daysAgo,
      String(number).padStart(16, '0'),
      amount,
      balance,
      Number(amount) > 0 ? 'PMNT-RCDT-ESCT' : 'PMNT-ICDT-ESCT',
      kind,
      creditor,
      text,
    ],
  );

/**
 * What their savings, card and securities moved over their account some eight months ago, in both books; and all that was left of the account is
 * paid out so many days ago, later than that.
 */
export async function moneyMoved(
  bank: BankWithClock,
  { psuId, accountId, iban, cardId, text }: WholeCustomer,
  emptiedDaysAgo: number,
): Promise<void> {
  const today = inDays(0, new Date((await bank.clock()).now));
  const own = JSON.stringify({ iban });
  const run = (service: Service, text: string, ...values: unknown[]) => bank.database(service).query(text, values);
  const held = async (service: Service) =>
    (await run(service, 'select resource_id as id from holder where psu_id = $1', psuId)).rows.map(({ id }: { id: string }) => id);

  const movements = [
    [250, -60, 'SAVINGS'],
    [249, 60, 'SAVINGS'],
    [240, -6, 'CARD_STATEMENT'],
    [230, 6, 'INCOME'],
    [emptiedDaysAgo, -Number(booked), null],
  ] as const;
  let balance = Number(booked);
  for (const [index, [daysAgo, amount, kind]] of movements.entries())
    await entryBooked(bank, { accountId, number: index + 2, day: today, daysAgo, amount, balance: (balance += amount), kind, text });
  await run(
    'ais-pis',
    'update account_balance set booked = 0, booked_before = $2, last_booking_date = $3::date - $4::integer where account_id = $1',
    accountId,
    booked,
    today,
    emptiedDaysAgo,
  );
  await run(
    'savings-loans',
    `insert into savings_entry (account_id, booking_date, entry_reference, value_date, amount, balance_after, debtor_account, creditor_account, bank_transaction_code, proprietary_bank_transaction_code)
    values ($1, $2::date - 250, '0000000000000101', $2::date - 250, 60, 60, $3, null, 'PMNT', 'DEPOSIT'),
      ($1, $2::date - 249, '0000000000000102', $2::date - 249, -60, 0, null, $3, 'PMNT', 'WITHDRAWAL')`,
    (await held('savings-loans'))[0],
    today,
    own,
  );
  await run(
    'cards',
    `insert into statement (card_id, number, period_from, period_to, debit_date, currency, total, debited, entry_reference)
    values ($1, 1, $2::date - 280, $2::date - 245, $2::date - 240, 'EUR', -6, true, '0000000000000004')`,
    cardId,
    today,
  );
  await run(
    'cards',
    `insert into card_transaction (card_id, booking_date, entry_reference, transaction_date, acceptor_transaction_at, value_date, amount, statement_number)
    values ($1, $2::date - 260, '0000000000000101', $2::date - 260, now(), $2::date - 240, -6, 1)`,
    cardId,
    today,
  );
  await run(
    'securities',
    `insert into securities_transaction (account_id, booking_date, entry_reference, transaction_id, transaction_date, settlement_date, instrument_id, units, units_before, units_after, transaction_type_code, amount, currency)
    select $1, $2::date - 230, '0000000000000001', $3, $2::date - 230, $2::date - 230, min(instrument_id), 0, 0, 0, 'CORP', 6, 'EUR' from instrument`,
    (await held('securities'))[0],
    today,
    randomUUID(),
  );
}

/** Closes all that they hold, as their bank does before it lets them go. */
export async function closed(bank: BankWithClock, { psuId }: WholeCustomer): Promise<void> {
  for (const [service, table, id] of [
    ['ais-pis', 'account', 'account_id'],
    ['cards', 'card', 'card_id'],
    ['savings-loans', 'savings_account', 'account_id'],
    ['securities', 'securities_account', 'account_id'],
  ] as const)
    await bank
      .database(service)
      .query(`update ${table} set status = 'deleted' where ${id} in (select resource_id from holder where psu_id = $1)`, [psuId]);
}

/** In which tables of all services these texts stand: `<service>: <text> in <table>`. */
export async function placesOf(bank: BankWithClock, texts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    erasing.map(async (service) => (await new TestErasure(bank, service).placesOf(...texts)).map((place) => `${service}: ${place}`)),
  );
  return found.flat();
}
