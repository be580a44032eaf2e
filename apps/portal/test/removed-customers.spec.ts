import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { AScenarist, type Login } from './a-scenarist.js';
import { services } from '@open-banking/spec';

const slowMs = 300_000;

describe('a customer whom a developer removes', () => {
  const bank = runningBank(services);
  /** A browser in which the customer has signed in on their own pages. */
  const signedIn = async ({ login, password }: Login): Promise<Browser> => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    return browser;
  };

  it(
    'is signed out of the pages of the bank, as a second owner is, and stays so; a reset signs nobody out, and others stay signed in',
    async () => {
      const one = await AScenarist.of(bank);
      const { customerId, logins } = await one.customer({ products: [], secondOwner: true });
      const another = await one.customer({ products: [] });
      const browsers = await Promise.all([...logins, ...another.logins].map(signedIn));
      const areSignedIn = () =>
        Promise.all(browsers.map(async (browser) => (await browser.open('/customer')).text.includes('value="sign-out"')));
      expect(await areSignedIn()).toEqual([true, true, true]);
      expect(await one.call('POST', `/sandbox/customers/${customerId}/resets`)).toAnswer(200);
      expect(await areSignedIn()).toEqual([true, true, true]);

      expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
      expect(await areSignedIn()).toEqual([false, false, true]);
      await browsers[0]!.press('sign-in', { login: logins[0]!.login, password: logins[0]!.password });
      expect(await areSignedIn()).toEqual([false, false, true]);
    },
    slowMs,
  );
});
