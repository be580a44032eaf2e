import { consolePages, developerPages, services } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper, credentialsIn } from './a-developer.js';

const statusOn = (page: string): string | undefined => /<span class="badge (?:ok|bad)">(\d+)</.exec(page)?.[1];

describe("the client of a developer's console", () => {
  const bank = runningBank(services);
  const example = consolePages.showConsoleOperation.path.replace('{operationId}', 'createPayment');
  const clientsOf = async (developer: ADeveloper) => {
    const { text } = await developer.browser.open(developerPages.showDeveloper.path);
    return [...text.matchAll(/href="(\/developer\/clients\/[0-9a-f-]{36})"/g)].map(([, path]) => path!);
  };
  /** Sends the example of a payment as often as given, at once. */
  const atOnce = async (developer: ADeveloper, times: number) => {
    const { text } = await developer.browser.open(example);
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
    const form = () => new URLSearchParams({ csrf, step: 'send', login: '', body: '{}', '{payment-product}': 'sepa-credit-transfers' });
    const cookie = developer.browser.cookies.for('/');
    const sent = await Promise.all(
      Array.from({ length: times }, () => {
        const browser = new Browser(bank.baseUrl, ownAddress());
        browser.followsRedirects = false;
        return browser.open(example, form(), { cookie });
      }),
    );
    const statuses: (string | undefined)[] = [];
    for (const { headers } of sent) statuses.push(statusOn((await developer.browser.open(String(headers['location']))).text));
    return statuses;
  };
  const refused = '400';

  it('is one, however many pages need it first at the same moment, and so is the one that replaces it', async () => {
    const developer = await ADeveloper.signedIn(bank);
    expect(await clientsOf(developer)).toEqual([]);
    expect(await atOnce(developer, 4)).toEqual([refused, refused, refused, refused]);
    const [first, ...others] = await clientsOf(developer);
    expect(others).toEqual([]);
    await developer.browser.open(first!);
    await developer.browser.confirm('remove');
    expect(await clientsOf(developer)).toEqual([]);
    expect(await atOnce(developer, 4)).toEqual([refused, refused, refused, refused]);
    const replaced = await clientsOf(developer);
    expect(replaced).toHaveLength(1);
    expect(replaced).not.toEqual([first]);
  });

  describe('that a developer chooses', () => {
    const home = consolePages.showConsole.path;
    const callback = () => `${bank.baseUrl}${consolePages.showConsoleCallback.path}`;
    const registered = async (developer: ADeveloper, redirectUris = callback()) => {
      const { clientId, clientSecret } = credentialsIn((await developer.register({ name: 'My Budget', redirectUris })).text);
      return { clientId, clientSecret: clientSecret! };
    };
    const choose = async ({ browser }: ADeveloper, client: string, secret: string) => {
      await browser.open(home);
      return browser.press('choose-client', { client, secret });
    };
    const sent = async ({ browser }: ADeveloper) => {
      await browser.open(example);
      const { text } = await browser.press('send', { body: '{}' });
      return statusOn(text);
    };

    it('calls in its place once its redirect URIs lead back here and the bank takes its secret', async () => {
      const developer = await ADeveloper.signedIn(bank);
      const { clientId, clientSecret } = await registered(developer, 'http://127.0.0.1:3000/back');
      const { text: before } = await developer.browser.open(home);
      expect(before).toContain('At the first call, the console registers a client for you');
      expect(before).toContain(`href="/developer/clients/${clientId}#redirects"`);
      expect(before).not.toContain('value="choose-client"');

      await developer.browser.open(`/developer/clients/${clientId}`);
      await developer.browser.press('change-redirect-uris', { redirectUris: `http://127.0.0.1:3000/back\n${callback()}` });
      const wrong = await choose(developer, clientId, `${clientSecret}x`);
      expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('This is not the secret of this client')]);
      const { text: after } = await choose(developer, clientId, clientSecret);
      expect(after).toMatch(/<strong>My Budget<\/strong>.*which you have chosen/);
      expect((await developer.browser.open(example)).text).toMatch(/Client used for calls: <strong>My Budget<\/strong>/);
      expect(await sent(developer)).toBe('400');
      // No other was registered for the console.
      expect(await clientsOf(developer)).toEqual([`/developer/clients/${clientId}`]);
      const reading = consolePages.showConsoleOperation.path.replace('{operationId}', 'listAccounts');
      await developer.browser.open(reading);
      expect((await developer.browser.press('ask', { login: bank.demo.login, permission: 'accounts' })).text).toContain(
        `client_id=${clientId}`,
      );
      const { rows } = await bank.database('portal').query<{ line: string }>('select c::text as line from console_choice c');
      const stored = rows.map(({ line }) => line).join();
      expect(stored).toContain(clientId);
      for (const form of [clientSecret, Buffer.from(clientSecret).toString('hex')]) expect(stored).not.toContain(form);
    });

    it('is not replaced when its secret has changed, gives way to the console’s own on demand, and when it is removed', async () => {
      const developer = await ADeveloper.signedIn(bank);
      const { clientId, clientSecret } = await registered(developer);
      await choose(developer, clientId, clientSecret);
      expect(await sent(developer)).toBe('400');
      await developer.browser.open(`/developer/clients/${clientId}`);
      await developer.browser.press('rotate-secret', { keep: 'PT0S' });
      expect(await sent(developer)).toBeUndefined();
      expect(developer.browser.response.text).toContain('Enter its new secret in the console');
      await developer.browser.open(home);
      expect((await developer.browser.press('own-client')).text).toContain('the console registers a client for you');
      expect(await sent(developer)).toBe('400');
      expect(await clientsOf(developer)).toHaveLength(2);

      await developer.browser.open(`/developer/clients/${clientId}`);
      const { clientSecret: next } = credentialsIn((await developer.browser.press('rotate-secret', { keep: 'PT0S' })).text);
      expect((await choose(developer, clientId, next!)).text).toMatch(/which you have chosen/);
      await developer.browser.open(`/developer/clients/${clientId}`);
      await developer.browser.confirm('remove');
      expect(await sent(developer)).toBe('400');
      expect((await developer.browser.open(home)).text).toContain('which the console has registered for you');
    });

    it('is one of that developer’s own', async () => {
      const [owner, other] = [await ADeveloper.signedIn(bank), await ADeveloper.signedIn(bank)];
      const foreign = await registered(owner);
      await registered(other);
      expect((await choose(other, foreign.clientId, foreign.clientSecret)).status).toBe(404);
      expect((await other.browser.open(home)).text).not.toContain('which you have chosen');
    });
  });
});
