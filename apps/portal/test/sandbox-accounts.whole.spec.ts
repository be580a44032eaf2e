import { hash } from 'node:crypto';
import { developerPages, services, sitePages } from '@open-banking/spec';
import { Browser, exchange, ownAddress, runningBank, TestClient, until } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { ADeveloper, clientToken, password } from './a-developer.js';
import { ASandboxAccount } from './a-sandbox-account.js';
import { anotherPortal } from './another-portal.js';

const slowMs = 300_000;

describe('an account made in one click', () => {
  const bank = runningBank(services);
  const internal = (service: (typeof services)[number]) => `http://127.0.0.1:${bank.facts.internal[service].internalPort}`;
  const idOf = async (name: string): Promise<string | undefined> =>
    (await bank.database('portal').query<{ id: string }>('select developer_id as id from developer where email = $1', [name])).rows[0]?.id;

  it('has a client with a secret that the start page shows, and keeps in its code for this browser alone', async () => {
    const one = await ASandboxAccount.opened(bank);
    expect((await clientToken(bank.baseUrl, one.clientId, one.clientSecret)).status).toBe(200);
    const own = async (browser: Browser) => (await browser.open(sitePages.showHome.path)).text.includes(one.clientSecret);
    expect([await own(one.browser), await own(new Browser(bank.baseUrl, ownAddress()))]).toEqual([true, false]);
    // The link is shown once, and the button is for visitors.
    expect([one.link, one.browser.response.text.includes('open-sandbox-account')]).toEqual(['', false]);
    const cookies = one.browser.cookies.for('/')!;
    expect(cookies).not.toContain(one.clientSecret);
    expect(cookies).not.toContain(Buffer.from(one.clientSecret).toString('base64url'));
    await one.browser.press('sign-out');
    expect(await own(one.browser)).toBe(false);
  });

  it('is opened again by its link once, elsewhere, and gets another link then; the bank knows a hash alone', async () => {
    const one = new ASandboxAccount(bank);
    await one.open();
    const { link, name } = one;
    const code = link.split('=')[1]!;
    const stored = await bank
      .database('portal')
      .query<{ matches: boolean }>('select reopen_hash = $2 as matches from sandbox_account where developer_id = $1', [
        await idOf(name),
        hash('sha256', code, 'buffer'),
      ]);
    expect(stored.rows).toEqual([{ matches: true }]);

    const elsewhere = new ASandboxAccount(bank);
    // A program that looks at links in messages opens nothing.
    await elsewhere.browser.open(link);
    await elsewhere.browser.open(link);
    await elsewhere.browser.press('reopen');
    expect([elsewhere.browser.url.pathname, elsewhere.name]).toEqual([developerPages.showAccount.path, name]);
    const next = elsewhere.link;
    expect(next).not.toBe(link);

    const late = new ASandboxAccount(bank);
    await late.browser.open(link);
    expect(await late.browser.press('reopen')).toMatchObject({ status: 422, text: expect.stringContaining('was used before') as string });
    await late.browser.open(next);
    await late.browser.press('reopen');
    expect(late.name).toBe(name);
  });

  it('gets a new link on its page, with which the one before ends', async () => {
    const one = new ASandboxAccount(bank);
    await one.open();
    const before = one.link;
    await one.account();
    await one.browser.press('new-reopening');
    const now = one.link;
    expect(now).toMatch(/code=[\w-]{43}$/);
    await one.account();
    expect(one.link).toBe('');
    const elsewhere = new ASandboxAccount(bank);
    await elsewhere.browser.open(before);
    expect((await elsewhere.browser.press('reopen')).status).toBe(422);
    await elsewhere.browser.open(now);
    expect((await elsewhere.browser.press('reopen')).status).toBe(200);
  });

  it('gets an e-mail address and a password, and keeps its clients; the link then opens nothing', async () => {
    const one = await ASandboxAccount.opened(bank);
    const { link } = one;
    const developer = new ADeveloper(bank);
    await one.account();
    expect((await one.browser.press('give-address', { email: developer.email, password: 'short' })).text).toContain('id="password-fault"');
    await one.browser.press('give-address', { email: developer.email, password });
    await one.browser.press('confirm-here');
    expect([one.browser.url.pathname, one.browser.response.text.includes(developer.email)]).toEqual([
      developerPages.showAccount.path,
      true,
    ]);
    expect(one.browser.response.text).toContain('is confirmed. You are signed in.');
    await developer.signIn();
    expect(developer.browser.response.text).toContain(one.clientId);
    const elsewhere = new ASandboxAccount(bank);
    await elsewhere.browser.open(link);
    expect((await elsewhere.browser.press('reopen')).status).toBe(422);
  });

  it('gets an address once: what another browser began with it ends, and so do its sessions', async () => {
    const [one, elsewhere] = [await ASandboxAccount.opened(bank), new ASandboxAccount(bank)];
    await elsewhere.browser.open(one.link);
    await elsewhere.browser.press('reopen');
    const [owner, former] = [new ADeveloper(bank), new ADeveloper(bank)];
    await elsewhere.account();
    await elsewhere.browser.press('give-address', { email: former.email, password });
    const path = developerPages.answerConfirmation.path;
    expect(elsewhere.browser.response.text).toContain('value="confirm-here"');

    await one.account();
    await one.browser.press('give-address', { email: owner.email, password });
    await one.browser.press('confirm-here');
    expect(one.browser.response.text).toContain(owner.email);
    const late = await elsewhere.browser.press('confirm-here');
    expect([elsewhere.browser.url.pathname, late.status]).toEqual([path, 422]);
    await elsewhere.account();
    expect(elsewhere.browser.response.text).toContain('value="sign-in"');
    expect([typeof (await idOf(owner.email)), await idOf(former.email)]).toEqual(['string', undefined]);
    // The password of what was begun makes no other beginning.
    await former.signIn();
    expect(former.browser.response.text).not.toContain('value="confirm-here"');
    await owner.signIn();
    expect(owner.browser.response.text).toContain(one.clientId);
  });

  it('gets one of two addresses that are confirmed at the same moment', async () => {
    const [one, elsewhere] = [await ASandboxAccount.opened(bank), new ASandboxAccount(bank)];
    const { name } = one;
    const id = await idOf(name);
    await elsewhere.browser.open(one.link);
    await elsewhere.browser.press('reopen');
    const emails = await Promise.all(
      [one, elsewhere].map(async (each) => {
        const { email } = new ADeveloper(bank);
        await each.account();
        await each.browser.press('give-address', { email, password });
        return email;
      }),
    );
    await Promise.all([one, elsewhere].map((each) => each.browser.press('confirm-here')));
    const ids = await Promise.all(emails.map(idOf));
    expect([ids.filter((each) => each === id).length, ids.filter((each) => each === undefined).length]).toEqual([1, 1]);
  });

  it('does not take the address of another account', async () => {
    const owner = await ADeveloper.signedIn(bank);
    const one = new ASandboxAccount(bank);
    await one.open();
    const { name } = one;
    await one.account();
    expect((await one.browser.press('give-address', { email: owner.email, password })).text).toContain('has an account');
    expect([await idOf(name), await idOf(owner.email)]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('is deleted without a password once its client is removed, after a question', async () => {
    const one = await ASandboxAccount.opened(bank);
    const { name } = one;
    await one.account();
    expect(await one.browser.confirm('delete-sandbox-account')).toMatchObject({
      status: 422,
      text: expect.stringContaining('Remove <a href="/developer">1 client</a> first.') as string,
    });
    await one.browser.open(`${developerPages.showDeveloper.path}/clients/${one.clientId}`);
    await one.browser.confirm('remove');
    await one.account();
    expect((await one.browser.confirm('delete-sandbox-account')).text).toContain('Your account is deleted');
    expect(await idOf(name)).toBeUndefined();
  });

  it('is made by the forms of this browser alone', async () => {
    const foreign = new Browser(bank.baseUrl, ownAddress());
    await foreign.open(sitePages.showHome.path);
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(foreign.response.text)!;
    const send = (browser: Browser) =>
      browser.open(developerPages.openSandboxAccount.path, new URLSearchParams({ csrf: csrf!, step: 'open-sandbox-account' }));
    expect((await send(new Browser(bank.baseUrl, ownAddress()))).status).toBe(400);
    foreign.followsRedirects = false;
    expect((await send(foreign)).status).toBe(303);
  });

  it(
    'is limited by address, that of the client behind a trusted proxy, and counts as a sign-in',
    async () => {
      const portal = await anotherPortal(bank, '1', internal, { MAX_SANDBOX_ACCOUNTS: '2', TRUSTED_PROXIES: '127.0.0.0/8' });
      const from = async (address: string) => {
        const browser = new Browser(portal.baseUrl, ownAddress());
        browser.followsRedirects = false;
        await browser.open(sitePages.showHome.path);
        const [, csrf] = /name="csrf" value="([^"]+)"/.exec(browser.response.text)!;
        const form = new URLSearchParams({ csrf: csrf!, step: 'open-sandbox-account' });
        return browser.open(developerPages.openSandboxAccount.path, form, { 'x-forwarded-for': address });
      };
      const [one, other] = [`2001:db8:${Date.now().toString(16).slice(-4)}:1`, `2001:db8:${Date.now().toString(16).slice(-4)}:2`];
      expect((await from(`${one}::1`)).status).toBe(303);
      const second = await from(`${one}::2`);
      expect([second.status, second.headers['ratelimit-policy']]).toEqual([303, expect.stringContaining('1000')]);
      const third = await from(`${one}::3`);
      expect([third.status, third.headers['retry-after']]).toEqual([429, '86400']);
      expect(third.text).toContain('2 accounts were created from your IP address');
      expect((await from(`${other}::1`)).status).toBe(303);
      await portal.stop();
    },
    slowMs,
  );

  it(
    'is deleted with client and customer when neither was used for 30 days, and stays while a session or a request is newer',
    async () => {
      const [unused, signedIn, calling, fresh] = await Promise.all([1, 2, 3, 4].map(() => ASandboxAccount.opened(bank)));
      const accounts = [unused!, signedIn!, calling!, fresh!];
      const ids = await Promise.all(accounts.map(async (one) => (await idOf(await nameOf(one)))!));
      const login = await aCustomerOf(unused!);
      const change = (text: string, ...values: unknown[]) => bank.database('portal').query(text, values);
      await change("update sandbox_account set used_at = now() - interval '32 days' where developer_id = any($1)", ids.slice(0, 3));
      await change('delete from developer_session where developer_id = any($1)', [ids[0], ids[2], ids[3]]);
      const { clientId, clientSecret } = calling!;
      const client = { name: 'My first client', clientId, clientSecret, roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1:3000/back' };
      const caller = await new TestClient(bank.baseUrl, client, ownAddress()).withClientToken('consents', 'AIS');
      expect((await caller.get('/v1.7/consents/none')).status).toBe(403);
      const isUsed = "select from sandbox_account where developer_id = $1 and used_at > now() - interval '1 day'";
      await until('the request is noted as a use', async () => (await change(isUsed, ids[2])).rowCount === 1);

      const portal: ForkedService = await anotherPortal(bank, '1', internal);
      const left = async () =>
        (await change('select developer_id from developer where developer_id = any($1)', ids)).rows.map(
          (row) => (row as { developer_id: string }).developer_id,
        );
      await until('the unused account is deleted', async () => !(await left()).includes(ids[0]!));
      expect(new Set(await left())).toEqual(new Set(ids.slice(1)));
      expect((await clientToken(bank.baseUrl, unused!.clientId, unused!.clientSecret)).status).toBe(401);
      expect((await clientToken(bank.baseUrl, calling!.clientId, calling!.clientSecret)).status).toBe(200);
      const customer = new Browser(bank.baseUrl, ownAddress());
      await customer.open('/customer');
      expect((await customer.press('sign-in', login)).text).not.toContain('value="sign-out"');
      for (const table of ['developer_client', 'sandbox_customer', 'sandbox_data_set', 'sandbox_key', 'sandbox_account'])
        expect([table, (await change(`select from ${table} where developer_id = $1`, ids[0])).rowCount]).toEqual([table, 0]);
      await portal.stop();
    },
    slowMs,
  );

  const nameOf = async (one: ASandboxAccount) => {
    await one.account();
    return one.name;
  };

  /** A customer made for the account, by a key; its sign-in, which works. */
  async function aCustomerOf(one: ASandboxAccount) {
    await one.browser.open('/developer/scenarios');
    const { text } = await one.browser.press('make-key', { name: 'CI' });
    const [, key] = /<dt>Key<\/dt><dd><code>([^<]+)</.exec(text)!;
    const made = await exchange(`${bank.baseUrl}/sandbox/customers`, {
      method: 'POST',
      from: ownAddress(),
      body: '{}',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    const [{ login, password: secret }] = (JSON.parse(made.text) as { logins: [{ login: string; password: string }] }).logins;
    const customer = new Browser(bank.baseUrl, ownAddress());
    await customer.open('/customer');
    expect((await customer.press('sign-in', { login, password: secret })).text).toContain('value="sign-out"');
    return { login, password: secret };
  }
});
