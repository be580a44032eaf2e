import { writeFileSync } from 'node:fs';
import { alertOf } from '@open-banking/testing';
import { customerClaim, customerScope } from '@open-banking/testing/bank';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { bankWithLogin, signInThere, withSubject } from '@open-banking/ais-pis-testing/a-login-provider';

const secret = 'a secret of the bank at its provider';

describe('an OpenID provider that knows the bank by a secret, takes pushed requests alone, and names customers in a claim of its own', () => {
  const { bank, provider, secretFile } = bankWithLogin({ LOGIN_SUBJECT_CLAIM: customerClaim, LOGIN_SCOPES: customerScope }, secret);
  const pageOfPayment = async (iban: string) => {
    const client = await bank.client();
    const itself = await client.withClientToken('payments', 'PIS');
    const order = {
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'City Power',
    };
    const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', { ...order, debtorAccount: { iban } });
    const { url } = await client.startAuthorization('payments', `PIS:${(body as { paymentId: string }).paymentId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(url);
    return browser;
  };
  const begin = async (browser: Browser) =>
    browser.open(/id="login" href="([^"]+)"/.exec(browser.response.text)![1]!.replaceAll('&amp;', '&'));
  const owner = async () => {
    const dana = await withSubject(bank, await aCustomer(bank));
    return { dana, iban: (await anAccount(bank, [dana])).iban };
  };

  it('signs a customer in, with nothing of the request in the address but where it was pushed to', async () => {
    const { dana, iban } = await owner();
    const browser = await pageOfPayment(iban);
    const there = new URL((await begin(browser)).headers['location'] as string);
    expect([...there.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    await browser.open(await signInThere(provider(), there.href, dana));
    await browser.press('approve');
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it('signs nobody in while the file has another secret than the provider knows, and does once it is put right', async () => {
    const { dana, iban } = await owner();
    const browser = await pageOfPayment(iban);
    writeFileSync(secretFile, 'another');
    await begin(browser);
    expect(alertOf(browser.response.text)).toContain('could not confirm that it was the bank’s login');
    expect(browser.response.text).not.toContain('value="approve"');
    writeFileSync(secretFile, secret);
    const again = await pageOfPayment(iban);
    await again.open(await signInThere(provider(), (await begin(again)).headers['location'] as string, dana));
    expect(again.response.text).toContain('value="approve"');
  });
});
