import { readFileSync } from 'node:fs';
import { consolePages, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { ADeveloper } from './a-developer.js';

interface Customer {
  readonly login: string;
  readonly name: string;
  readonly accounts: readonly { readonly reference: { readonly iban?: string } }[];
}

describe('the customers of the console', () => {
  const bank = runningBank(services);
  const at = (operationId: string, query = '') =>
    consolePages.showConsoleOperation.path.replace('{operationId}', operationId) + (query && `?${query}`);
  const offeredOn = (text: string) => {
    const [, select] = /<select name="(?:login|customer)">(.*?)<\/select>/s.exec(text)!;
    return [...select!.matchAll(/<option value="([^"]+)"/g)].map(([, login]) => login);
  };

  it('are found by name, user name and account number where there are many; the examples are then theirs', async () => {
    const { browser } = await ADeveloper.signedIn(bank);
    const all = JSON.parse(readFileSync(bank.facts.customersFile, 'utf8')) as Customer[];
    const sought = all.at(-1)!;
    const iban = sought.accounts.map(({ reference }) => reference.iban).find((one) => one !== undefined)!;
    const open = async (operationId: string, find: string) =>
      (await browser.open(at(operationId, new URLSearchParams({ find }).toString()))).text;
    expect(offeredOn((await browser.open(at('listAccounts'))).text)).toHaveLength(all.length);
    for (const find of [sought.login.toUpperCase(), iban.replace(/(.{4})/g, '$1 ')])
      for (const operationId of ['listAccounts', 'createPayment']) expect(offeredOn(await open(operationId, find))).toEqual([sought.login]);
    expect(offeredOn(await open('listAccounts', sought.name))).toContain(sought.login);
    const text = await open('createPayment', iban);
    expect(/<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(text)![1]).toContain(iban);
    const none = await open('listAccounts', 'nobody at all');
    expect(offeredOn(none)).toHaveLength(all.length);
    expect(none).toContain(`None of the ${all.length} matches`);

    await browser.open(at('listAccounts', `find=${sought.login}`));
    const { text: approval } = await browser.press('ask', { login: sought.login, permission: 'accounts' });
    expect(approval).toContain(`<dt>User name</dt><dd><code>${sought.login}</code></dd>`);
  });
});
