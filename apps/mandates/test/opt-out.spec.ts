import { randomUUID } from 'node:crypto';
import { Browser, collect, exchange, ownAddress, runningBank, type TestCustomer } from '@open-banking/testing';
import { aDebtor, activeMandate, receivedMandate } from './a-debtor.js';

describe('mandates of a customer who lets no third party use their accounts', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const entered = async ({ login, password }: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    return browser;
  };
  const mandateStatus = async ({ itself, self }: Pick<Awaited<ReturnType<typeof receivedMandate>>, 'itself' | 'self'>) =>
    (await itself.get(`${self}/status`)).body.mandateStatus as string;

  it('are asked for as before, but cannot be approved until the customer takes that back; another customer can', async () => {
    const [{ customer, account }, other] = [await aDebtor(bank), await aDebtor(bank)];
    const browser = await entered(customer);
    await browser.confirm('opt-out');
    const asked = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
    await expect(asked.client.approvedBy(customer, 'mandates', asked.scope)).rejects.toThrow('no third party');
    expect(await mandateStatus(asked)).toBe('RCVD');
    expect(await mandateStatus(await activeMandate(bank, {}, other))).toBe('ACTV');
    await browser.press('take-back');
    await asked.client.approvedBy(customer, 'mandates', asked.scope);
    expect(await mandateStatus(asked)).toBe('ACTV');
  });

  it('that were approved before go on being collected; no third party cancels them, the customer does', async () => {
    const mandate = await activeMandate(bank);
    const { client, customer, itself, self, resourceId } = mandate;
    const browser = await entered(customer);
    await browser.confirm('opt-out');
    const collection = { collectionId: randomUUID(), amount: { currency: 'EUR', amount: '12.00' } };
    expect(await collect(bank.operator, resourceId, collection)).toMatchObject({ state: 'booked' });
    expect(await itself.delete(self)).toAnswer(202);
    const cancellation = `MANDATE-CANCEL:${resourceId}`;
    await expect(client.approvedBy(customer, 'cancellation', cancellation)).rejects.toThrow('no third party');
    expect(await mandateStatus(mandate)).toBe('ACTV');
    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.confirm('end');
    expect(await mandateStatus(mandate)).toBe('CANC');
  });
});

describe('a mandate that its customer did not ask for', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const counted = async () => {
    const { text } = await exchange(`http://127.0.0.1:${bank.facts.internal.mandates.internalPort}/metrics`);
    return Number(/^openbank_reported_requests_total\{issuer="mandates".* (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  it('is rejected when they say so, leads nowhere, and tells the bank', async () => {
    const before = await counted();
    const { customer, account } = await aDebtor(bank);
    const { client, itself, self, scope, resourceId } = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('mandates', scope).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const reported = await browser.press('report');
    expect(reported.status).toBe(200);
    expect(reported.headers['location']).toBeUndefined();
    expect(reported.text).toContain('Thank you for telling us');
    expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'RJCT' });
    const { rows } = await bank.database('mandates').query('select operation from audit where subject = $1', [resourceId]);
    expect(rows).toContainEqual({ operation: 'mandates.report' });
    expect(rows).not.toContainEqual({ operation: 'mandates.refuse' });
    // Other tests report requests, too.
    expect(await counted()).toBeGreaterThan(before);
    await expect(client.approvedBy(customer, 'mandates', scope)).rejects.toThrow('invalid_scope');
  });
});
