import { randomUUID } from 'node:crypto';
import { collect, internalCall, freshBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { clearingInternal } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aMandate } from '@open-banking/ais-pis-testing/a-mandate';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

interface Entry {
  readonly transactionAmount: { readonly amount: string };
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly bankTransactionCode: string;
}

const target = '/v1.7/payments/target-2-payments';
const eur = (amount: string) => ({ currency: 'EUR', amount });

describe('the value date of refunded money', () => {
  const bank = freshBank(['ais-pis', 'mandates']);
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client();
  });
  const today = async () => (await bank.clock()).today;
  const ask = (row: (typeof clearingInternal)[keyof typeof clearingInternal], body: unknown, params?: Record<string, string>) =>
    internalCall(bank.operator, 'ais-pis', row, body, params);

  /** The entries as a third party reads them, newest first: amount, booking date, value date. */
  const listEntries = async (customer: TestCustomer, { accountId, iban }: TestAccount) => {
    const reader = await client.consentedBy(customer, { transactions: [{ iban }] });
    const { body } = await reader.get(`/v1.7/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=2026-01-01`);
    return (body as { transactions: { booked: Entry[] } }).transactions.booked.map(
      ({ transactionAmount: { amount }, bookingDate, valueDate }) => [amount, bookingDate, valueDate],
    );
  };

  /** A payment with a fee that clearing has not answered; executed on a Tuesday morning, so that it is sent at once. */
  const sent = async (customer: TestCustomer, { iban }: TestAccount) => {
    await bank.advanceTo(await nextTuesday());
    const { paymentId } = (await (await client.withClientToken('payments', 'PIS')).post(target, { ...inEuro, debtorAccount: { iban } }))
      .body as {
      paymentId: string;
    };
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    expect(await statusAfter(await client.withClientToken('payments', 'PIS'), `${target}/${paymentId}`, ['ACTC', 'ACFC'])).toBe('ACSP');
    return (
      await bank
        .database('ais-pis')
        .query<{ id: string }>('select instruction_id as id from clearing_instruction where payment_id = $1', [paymentId])
    ).rows[0]!.id;
  };
  const nextTuesday = async () => {
    const now = new Date((await bank.clock()).now);
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((9 - now.getUTCDay()) % 7 || 7), 8));
  };
  const response = (instructionId: string, body: object) => ask(clearingInternal.answerInstruction, body, { instructionId });

  it('after a rejection by clearing is the day of the debit, for amount and fee; the booking date is the day of the rejection', async () => {
    expect(await ask(clearingInternal.addClearingRule, { answer: 'accepted', after: 'P90D' })).toAnswer(200);
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const instructionId = await sent(customer, account);
    const debited = await today();
    await bank.advance('P9D');
    expect(await response(instructionId, { answer: 'rejected', reason: 'AC04' })).toAnswer(200, { state: 'REJECTED' });
    const rejected = await today();
    expect(rejected > debited).toBe(true);
    expect((await listEntries(customer, account)).sort()).toEqual([
      ['-12.50', debited, debited],
      ['-5.00', debited, debited],
      ['12.50', rejected, debited],
      ['5.00', rejected, debited],
    ]);
  }, 300_000);

  it('after a return is the day of the debit too', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const instructionId = await sent(customer, account);
    const debited = await today();
    await response(instructionId, { answer: 'accepted' });
    await bank.advance('P4D');
    expect(await response(instructionId, { answer: 'returned', reason: 'AC04' })).toAnswer(200, { state: 'RETURNED' });
    expect((await listEntries(customer, account)).sort()).toEqual([
      ['-12.50', debited, debited],
      ['-5.00', debited, debited],
      ['12.50', await today(), debited],
    ]);
  }, 300_000);

  const collected = async (customer: TestCustomer, { iban }: TestAccount, creditorAccount: object) => {
    const { resourceId } = (
      await (await client.withClientToken('mandates', 'MANDATE')).post('/v2/mandates', aMandate(iban, { creditorAccount }))
    ).body as { resourceId: string };
    await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    const { collectionId } = await collect(bank.operator, resourceId, { collectionId: randomUUID(), amount: eur('12.00') });
    return { resourceId, collectionId };
  };
  const refunded = async (customer: TestCustomer, { resourceId, collectionId }: { resourceId: string; collectionId: string }) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.confirm(`refund:${collectionId}`);
    return browser.response.text;
  };

  it('after a refunded collection is the day of the debit for the customer, and the day of the refund for the creditor', async () => {
    const [customer, firm] = [await aCustomer(bank), await aCustomer(bank)];
    const [account, creditor] = [await anAccount(bank, [customer]), await anAccount(bank, [firm])];
    const collection = await collected(customer, account, { iban: creditor.iban });
    const debited = await today();
    await bank.advance('P6D');
    expect(await refunded(customer, collection)).toContain('It is given back to your account.');
    const now = await today();
    expect((await listEntries(customer, account)).sort()).toEqual([
      ['-12.00', debited, debited],
      ['12.00', now, debited],
    ]);
    expect((await listEntries(firm, creditor)).sort()).toEqual([
      ['-12.00', now, now],
      ['12.00', debited, debited],
    ]);
  }, 300_000);

  it('is kept when a refund reaches a closed account, once and without waiting, although the creditor has spent the money', async () => {
    const [customer, firm] = [await aCustomer(bank), await aCustomer(bank)];
    const [account, creditor] = [await anAccount(bank, [customer]), await anAccount(bank, [firm], { booked: '0' })];
    const collection = await collected(customer, account, { iban: creditor.iban });
    const debited = await today();
    await bank.advance('P6D');
    await bank.database('ais-pis').query('update account_balance set reserved = booked where account_id = $1', [creditor.accountId]);
    await bank.database('ais-pis').query("update account set status = 'deleted' where account_id = $1", [account.accountId]);
    expect(await refunded(customer, collection)).toContain('It is given back to your account.');
    const { rows } = await bank.database('ais-pis').query(
      `select e.amount::text, e.value_date::text as value, l.internal_account as from
      from entry e join posting p using (posting_id) join internal_leg l using (posting_id) where p.subject = $1 and p.kind = 'COLLECTION_REFUNDED'`,
      [collection.collectionId],
    );
    expect(rows).toEqual([{ amount: '12.00', value: debited, from: 'COLLECTIONS' }]);
    const metrics = await (await fetch(`${bank.operator.internal!['ais-pis']}/metrics`)).text();
    expect(metrics).toMatch(/^openbank_closed_accounts_with_balance\{currency="EUR",[^}]*\} 1$/m);
  }, 300_000);
});
