import { aisPis, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { consolePath, plain } from './a-consented-console.js';
import { ADeveloper } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';

const offeredOn = (text: string) => {
  const [, select] = /<select name="(?:login|customer)">(.*?)<\/select>/s.exec(text)!;
  return [...select!.matchAll(/<option value="([^"]+)"/g)].map(([, login]) => login);
};

describe('a developer’s own customers in the console', () => {
  const bank = runningBank(services);

  it('are the first, and the search finds them; the approval is of the customer whose account is named', async () => {
    const one = await AScenarist.of(bank);
    const [own] = (await one.customer({ accounts: [{ currency: 'ILS', opening: '100.00' }] })).logins;
    const { browser } = one.developer;
    const opened = offeredOn((await browser.open(consolePath(aisPis.createPayment))).text);
    expect([opened[0], opened.includes(bank.demo.login)]).toEqual([own!.login, true]);
    const { iban } = own!.accounts[0]!.reference;
    expect(offeredOn((await browser.open(`${consolePath(aisPis.listAccounts)}?find=${iban}`)).text)).toEqual([own!.login]);
    const other = await ADeveloper.signedIn(bank);
    expect(offeredOn((await other.browser.open(consolePath(aisPis.listAccounts))).text)).not.toContain(own!.login);

    // The example is the demo customer's; then payer and payee are exchanged.
    const { text } = await browser.open(`${consolePath(aisPis.createPayment)}?customer=${bank.demo.login}`);
    const body = JSON.parse(plain(/<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(text)![1]!)) as Record<string, unknown>;
    const { debtorAccount, creditorAccount } = body;
    expect(creditorAccount).toEqual({ iban });
    const exchanged = { ...body, debtorAccount: creditorAccount, creditorAccount: debtorAccount, creditorName: 'Dana Levi' };
    for (const [sent, login] of [
      [body, bank.demo.login],
      [exchanged, own!.login],
    ] as const) {
      await browser.open(`${consolePath(aisPis.createPayment)}?customer=${bank.demo.login}`);
      await browser.press('send', { body: JSON.stringify(sent), 'header.Accept': 'application/json' });
      expect((await browser.press('approve')).text).toContain(`<dt>User name</dt><dd><code>${login}</code></dd>`);
    }
  });
});
