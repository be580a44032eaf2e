import { developerPages, services, sitePages } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ASandboxAccount } from './a-sandbox-account.js';
import { anotherPortal } from './another-portal.js';

const slowMs = 300_000;

describe('the start page', () => {
  const bank = runningBank(services);

  it(
    'of a bank whose clients have no secrets makes an account without a client, and has no code that needs one',
    async () => {
      const portal = await anotherPortal(bank, '1', () => 'http://127.0.0.1:9', { PROFILE: 'fapi2' });
      const one = new ASandboxAccount(portal);
      const { status, text } = await one.open();
      expect([status, one.name, one.link]).toEqual([
        200,
        expect.stringMatching(/^sandbox-/),
        expect.stringContaining(developerPages.showReopening.path),
      ]);
      expect([text.includes('client_secret'), text.includes('sh &lt;&lt;'), text.includes('/docs/fapi')]).toEqual([false, false, true]);
      await portal.stop();
    },
    slowMs,
  );

  it(
    'outside the sandbox has neither the button nor a customer, and no way to make an account in one click',
    async () => {
      const portal = await anotherPortal(bank, '0', () => 'http://127.0.0.1:9', { DEMO_CUSTOMERS_FILE: '/dev/null' });
      const browser = new Browser(portal.baseUrl, ownAddress());
      const { status, text } = await browser.open(sitePages.showHome.path);
      expect([status, text.includes('From consent to data')]).toEqual([200, true]);
      for (const sandboxed of ['open-sandbox-account', '<dt>User name</dt>', bank.demo.password, 'sh &lt;&lt;'])
        expect([sandboxed, text.includes(sandboxed)]).toEqual([sandboxed, false]);
      const post = await browser.open(developerPages.openSandboxAccount.path, new URLSearchParams({ step: 'open-sandbox-account' }));
      expect(post.status).toBe(404);
      await portal.stop();
    },
    slowMs,
  );
});
