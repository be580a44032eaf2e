import { runningBank, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

const back = 'http://127.0.0.1/back';

describe('a client that registered itself', () => {
  const bank = runningBank(services);
  const asking = async (client: TestClient, changed: Readonly<Record<string, string>> = {}) => {
    const authorization = client.authorization('consents', `AIS:${await client.createConsent({ balances: [] })}`);
    const url = new URL(authorization.url);
    for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(url);
    return { browser, ...authorization };
  };
  const signIn = (browser: Browser) => browser.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
  const unchecked = 'We have not checked who is behind';
  const atClient = (html: string) => /<p class="leave"><a href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');

  it('is marked on the pages, which name the host that the customer returns to; a client added by the bank is not', async () => {
    const self = await SelfRegistered.register(bank, { redirect_uris: ['https://tpp.example/back'] });
    const own = self.client;
    Object.assign(own.client, { redirectUri: 'https://tpp.example/back' });
    const { browser } = await asking(own);
    for (const step of ['sign-in', 'approval'] as const) {
      if (step === 'approval') await signIn(browser);
      expect(browser.response.text).toContain(unchecked);
      expect(browser.response.text).toContain('Afterwards you return to \u2068tpp.example\u2069.');
    }
    const known = await asking(await bank.client({ redirectUri: 'http://127.0.0.1:3000/back' }));
    await signIn(known.browser);
    expect(known.browser.response.text).not.toContain(unchecked);
    expect(known.browser.response.text).toContain('Afterwards you return to \u2068127.0.0.1:3000\u2069.');
    expect((await known.browser.open(`${known.browser.url.href.split('?')[0]!}?lang=he`)).text).toContain('בסיום תוחזר אל');
  });

  it.each([
    { scope: 'AIS:nothing' },
    { prompt: 'none' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { response_mode: 'form_post', prompt: 'none' },
    { response_mode: 'fragment', prompt: 'none' },
  ])('gets the customer back after an error only through a page that names its host: %j', async (changed) => {
    const { browser, state } = await asking((await SelfRegistered.register(bank)).client, changed as unknown as Record<string, string>);
    expect({ status: browser.response.status, location: browser.response.headers['location'] }).toEqual({
      status: 400,
      location: undefined,
    });
    expect(browser.response.text).toContain('\u2068127.0.0.1\u2069');
    expect(browser.response.text).not.toMatch(/<script|onload/);
    expect(browser.response.headers['content-security-policy']).toContain("default-src 'none'");
    const redirect = new URL(atClient(browser.response.text)!);
    expect(redirect.origin + redirect.pathname).toBe(back);
    expect(Object.fromEntries(new URLSearchParams(redirect.search || redirect.hash.slice(1)))).toMatchObject({
      error: expect.any(String) as unknown,
      state,
      iss: expect.stringContaining('/v1.7/oauth/consents') as unknown,
    });
  });

  it('gets the customer back at once after the pages; a client added by the bank does so also after an error', async () => {
    const self = await asking((await SelfRegistered.register(bank)).client);
    await signIn(self.browser);
    await self.browser.press('refuse');
    expect(self.browser.redirectParameters).toMatchObject({ error: 'access_denied', state: self.state });
    const known = await asking(await bank.client(), { scope: 'AIS:nothing' });
    expect(known.browser.redirectParameters).toMatchObject({ error: 'invalid_scope', state: known.state });
  });
});

describe.each(['baseline', 'fapi2'] as const)('a request_uri in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  it("of another client leads to the bank's error page in every case, used or not, and its state is not revealed", async () => {
    const [pusher, other] = [await bank.client(), await bank.client({ redirectUri: 'http://127.0.0.1/other' })];
    const authorization = pusher.authorization('consents', `AIS:${await pusher.createConsent('allPsd2')}`);
    const { url } = await pusher.pushAuthorization(authorization);
    const foreign = new URL(url);
    foreign.searchParams.set('client_id', other.clientId);
    const aimed = new URL(foreign);
    aimed.searchParams.set('redirect_uri', 'http://127.0.0.1/other');
    const unknown = new URL(aimed);
    unknown.searchParams.set('request_uri', 'urn:ietf:params:oauth:request_uri:nobody');
    const browser = new Browser(bank.baseUrl, other.from);
    const refused = async () => {
      for (const address of [foreign, aimed, unknown]) {
        const shown = await browser.open(address);
        expect({ status: shown.status, location: shown.headers['location'] }).toEqual({ status: 400, location: undefined });
        expect(shown.text).toContain('invalid_request_uri');
        expect(shown.text + JSON.stringify(shown.headers)).not.toContain(authorization.state);
      }
    };
    await refused();
    const own = new Browser(bank.baseUrl, pusher.from);
    expect((await own.open(url)).status).toBe(200);
    await own.press('cancel');
    expect(own.redirectParameters).toMatchObject({ error: 'access_denied', state: authorization.state });
    await refused();
  });
});
