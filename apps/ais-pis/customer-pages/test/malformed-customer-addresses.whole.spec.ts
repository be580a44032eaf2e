import { customerPages, services, type Operation } from '@open-banking/spec';
import { Browser, newCustomer, ownAddress, runningBank } from '@open-banking/testing';

const slowMs = 120_000;
/** Texts that are no id, day, place or language. */
const malformed = ['constructor', 'a%00b', '%ED%A0%80', '9999-99-99', '99999999999999999999'];
const asked = 'after before day id lang service'.split(' ');
const rows = (Object.values(customerPages) as unknown as Operation[]).filter(({ method }) => method === 'GET');

describe('the pages of a customer', () => {
  const bank = runningBank(services);

  it(
    'are no error of the bank, whatever is in their path and query',
    async () => {
      const { login, password } = await newCustomer(bank);
      const browser = new Browser(bank.baseUrl, ownAddress());
      await browser.open(customerPages.showCustomer.path);
      expect((await browser.press('sign-in', { login, password })).text).toContain('value="sign-out"');
      for (const { path } of rows)
        for (const value of malformed) {
          const own = path.replaceAll(/\{[^}]+\}/g, value);
          // Each alone, too: the first one that is wrong may hide the others.
          for (const query of [asked.map((name) => `${name}=${value}`).join('&'), ...asked.map((name) => `${name}=${value}`)])
            expect([own, query, (await browser.open(`${own}?${query}`)).status < 500]).toEqual([own, query, true]);
        }
    },
    slowMs,
  );
});
