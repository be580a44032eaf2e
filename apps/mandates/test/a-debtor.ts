import { randomUUID } from 'node:crypto';
import { internalCall, newCustomer, type RunningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { paymentRulesInternal } from '@open-banking/spec';
import { aMandate } from './a-mandate.js';

export interface DebtorAccount {
  readonly accountId: string;
  readonly iban: string;
}
interface Given {
  readonly rule?: 'any' | 'both';
  readonly currency?: string;
  readonly booked?: string;
  readonly status?: string;
}

/** An account of these customers with this balance. */
export async function anAccount(
  bank: RunningBank,
  owners: readonly TestCustomer[],
  { rule = 'any', currency = 'EUR', booked = '100.00', status = 'enabled' }: Given = {},
): Promise<DebtorAccount> {
  const accountId = randomUUID();
  const iban = debtorIban(accountId);
  const database = bank.database('ais-pis');
  await database.query(
    `insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on, status)
    values ($1, $2, 'DEMOILITXXX', $3, 'Test Owner', 'Household', 'Current', 'PRIV', '2024-01-01', $4)`,
    [accountId, iban, currency, status],
  );
  await database.query(
    `insert into account_balance (account_id, booked, last_booking_date, booked_before, changed_at)
    values ($1, $2, (now() at time zone 'Asia/Jerusalem')::date - 1, $2, now())`,
    [accountId, booked],
  );
  for (const { psuId } of owners)
    await database.query('insert into holder (psu_id, resource_id, rule) values ($1, $2, $3)', [psuId, accountId, rule]);
  return { accountId, iban };
}

/** A customer with one account of their own. */
export async function aDebtor(bank: RunningBank, given: Given = {}): Promise<{ customer: TestCustomer; account: DebtorAccount }> {
  const customer = await newCustomer(bank);
  return { customer, account: await anAccount(bank, [customer], given) };
}

/** A creditor with a mandate that waits for its approval. */
export async function receivedMandate(bank: RunningBank, besides: object = {}, client?: TestClient) {
  const party = client ?? (await bank.client());
  const itself = await party.withClientToken('mandates', 'MANDATE');
  const created = await itself.post('/v2/mandates', aMandate(besides));
  if (created.status !== 201) throw new Error(created.text);
  const resourceId = created.body.resourceId as string;
  return { client: party, itself, resourceId, self: `/v2/mandates/${resourceId}`, scope: `MANDATE:${resourceId}` };
}

/** The same, approved by the customer: collections are allowed from today. */
export async function activeMandate(bank: RunningBank, besides: object = {}, debtor?: { customer: TestCustomer; account: DebtorAccount }) {
  const { customer, account } = debtor ?? (await aDebtor(bank));
  const mandate = await receivedMandate(bank, {
    occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
    debtorAccount: { iban: account.iban },
    ...besides,
  });
  const approved = await mandate.client.approvedBy(customer, 'mandates', mandate.scope);
  return { ...mandate, customer, account, approved };
}

/** An IBAN with the right check digits (ISO 7064, mod 97-10). */
function debtorIban(id: string): string {
  const bban = `0108${(BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** 15n).toString().padStart(15, '0')}`;
  const check = 98n - (BigInt(`${bban}182100`) % 97n);
  return `IL${check.toString().padStart(2, '0')}${bban}`;
}

/** Blocks creditors at the bank, as `openbank blocked-creditor add` does. */
export async function block(bank: Pick<RunningBank, 'operator'>, ...creditors: readonly object[]): Promise<void> {
  const answer = await internalCall(bank.operator, 'ais-pis', paymentRulesInternal.blockCreditors, { creditors });
  expect(answer).toAnswer(200, { added: creditors.length });
}
