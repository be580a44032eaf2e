import { runningBank, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('a customer who lets no third party see or use their accounts', () => {
  const bank = runningBank(services);
  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  const invalid = { tppMessages: [{ code: 'CONSENT_INVALID' }] };
  const audited = async (psuId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ operation: string }>(
          `select operation from audit where psu_id = $1 and operation in ('optOut', 'takeOptOutBack') order by audit_id`,
          [psuId],
        )
    ).rows.map(({ operation }) => operation);

  it('ends the use of every consent at once, and gives it back when they take that back', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    const browser = await entered(customer);
    await browser.confirm('opt-out');
    expect(browser.response.text).toContain('From now on no third party sees or uses your accounts.');
    expect(browser.response.text).toContain('State: Paused by your decision');
    expect(browser.response.text).not.toContain('Has access');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(401, invalid);
    expect(await audited(customer.psuId)).toEqual(['optOut']);
    await browser.press('take-back');
    expect(browser.response.text).toContain('State: Has access');
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect((await audited(customer.psuId)).sort()).toEqual(['optOut', 'takeOptOutBack']);
  });

  it('can approve neither access nor payments until they take it back', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    const payment = async () =>
      (
        await (
          await client.withClientToken('payments', 'PIS')
        ).post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban } })
      ).body.paymentId as string;
    const browser = await entered(customer);
    await browser.confirm('opt-out');
    await expect(client.consentedBy(customer, { balances: [{ iban }] })).rejects.toThrow('no third party');
    await expect(client.approvedBy(customer, 'payments', `PIS:${await payment()}`)).rejects.toThrow('no third party');
    await browser.press('take-back');
    await client.consentedBy(customer, { balances: [{ iban }] });
    await client.approvedBy(customer, 'payments', `PIS:${await payment()}`);
  });

  it('ends the use of what they approved with another owner, and leaves alone what others approved without them', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const own = await anAccount(bank, [one]);
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const alone = await (await bank.client()).consentedBy(one, { balances: [{ iban: own.iban }] });
    const client = await bank.client();
    const consentId = await client.createConsent({ balances: [{ iban: shared.iban }] });
    const together = await client.approvedBy(one, 'consents', `AIS:${consentId}`);
    const browser = await entered(two);
    await browser.open(`/customer/pending/${consentId}`);
    await browser.press('approve');
    const used = () => together.get('/v1.7/accounts', { headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' } });
    expect(await used()).toAnswer(200);
    await browser.open('/customer');
    await browser.confirm('opt-out');
    expect(await used()).toAnswer(401, invalid);
    expect(await alone.get('/v1.7/accounts')).toAnswer(200);
    await browser.press('take-back');
    expect(await used()).toAnswer(200);
  });
});
