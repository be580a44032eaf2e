import { developerPages, services } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper } from './a-developer.js';
import { anotherPortal } from './another-portal.js';
import { askForReset as asked, newPassword as next, wordsOf } from './a-password-reset.js';

const slowMs = 120_000;
describe('a new password', () => {
  const bank = runningBank(services);
  const withAddressOf = ({ email }: ADeveloper): ADeveloper => Object.assign(new ADeveloper(bank), { email });

  it('replaces the one before, signs this browser in and all others out, with a link that works once', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { browser, link } = await asked(bank, developer.email);
    const later = await asked(bank, developer.email);
    await browser.open(link);
    expect((await browser.press('set-password', { password: 'short' })).text).toContain('id="password-fault"');
    await browser.press('set-password', { password: next });
    expect(browser.response.text).toContain('value="sign-out"');
    expect(await developer.isSignedIn).toBe(false);

    const again = withAddressOf(developer);
    expect((await again.signIn()).status).toBe(422);
    await again.signIn(next);
    expect(await again.isSignedIn).toBe(true);
    // The used link, and another one of the address.
    for (const used of [link, later.link])
      expect(await browser.open(used)).toMatchObject({ status: 422, text: expect.stringContaining('was used before') as string });
  });

  it('leads on to the page that the developer wanted', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const browser = new Browser(bank.baseUrl, ownAddress());
    const { text: signIn } = await browser.open('/developer?next=%2Fdeveloper%2Fconsole');
    await browser.open(/href="([^"]+)">Forgot your password/.exec(signIn)![1]!);
    const { text } = await browser.press('ask-reset', { email: developer.email });
    await browser.open(/\/developer\/new-password\?[^"]+/.exec(text)![0].replaceAll('&amp;', '&'));
    expect((await browser.press('set-password', { password: next })).status).toBe(200);
    expect(browser.url.pathname).toBe('/developer/console');
  });

  it('opens an account that too many wrong passwords have locked', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const locked = withAddressOf(developer);
    for (let tried = 0; tried < 6; tried += 1) await locked.signIn('something else');
    expect((await locked.signIn()).text).toContain('too many wrong passwords');
    const { browser, link } = await asked(bank, developer.email);
    await browser.open(link);
    await browser.press('set-password', { password: next });
    await locked.signIn(next);
    expect(await locked.isSignedIn).toBe(true);
  });

  it('is asked for in the same words whether the address has an account, of which a stranger’s link makes none', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const stranger = new ADeveloper(bank);
    const [known, unknown] = [await asked(bank, developer.email), await asked(bank, stranger.email)];
    expect(wordsOf(known.browser, developer.email)).toBe(wordsOf(unknown.browser, stranger.email));
    await unknown.browser.open(unknown.link);
    expect((await unknown.browser.press('set-password', { password: next })).status).toBe(422);
    expect((await stranger.signIn(next)).text).toContain('is wrong');
  });

  it('has no link that is older than an hour, and five links of an address at a time', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const links: string[] = [];
    for (let at = 0; at < 6; at += 1) links.push((await asked(bank, developer.email)).link);
    expect(links.map((link) => link !== '')).toEqual([true, true, true, true, true, false]);
    const browser = new Browser(bank.baseUrl, ownAddress());
    expect((await browser.open(links[0]!)).status).toBe(200);
    await bank
      .database('portal')
      .query("update password_reset set expires_at = now() - interval '1 second' where email = $1", [developer.email]);
    expect((await browser.open(links[0]!)).status).toBe(422);
    expect((await asked(bank, developer.email)).link).not.toBe('');
  });

  it('counts as a sign-in, both when it is asked for and when it is chosen', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { headers: ofSignIn } = await withAddressOf(developer).signIn('something else');
    const { browser, link } = await asked(bank, developer.email);
    expect(browser.response.headers['ratelimit-policy']).toBe(ofSignIn['ratelimit-policy']);
    await browser.open(link);
    expect(browser.response.headers['ratelimit-policy']).not.toBe(ofSignIn['ratelimit-policy']);
    expect((await browser.press('set-password', { password: 'short' })).headers['ratelimit-policy']).toBe(ofSignIn['ratelimit-policy']);
  });

  it(
    'shows no link in a sandbox that others reach, which sends no messages either',
    async () => {
      const portal = await anotherPortal(bank, '1', () => 'http://127.0.0.1:9', { BASE_URL: 'https://sandbox.bank.example' });
      const browser = new Browser(portal.baseUrl, ownAddress());
      expect(await browser.open(developerPages.showPasswordReset.path)).toMatchObject({
        status: 403,
        text: expect.stringContaining('sends no messages') as string,
      });
      expect((await browser.open(developerPages.showDeveloper.path)).text).not.toContain(developerPages.showPasswordReset.path);
      expect((await new Browser(bank.baseUrl, ownAddress()).open(developerPages.showDeveloper.path)).text).toContain(
        developerPages.showPasswordReset.path,
      );
      await portal.stop();
    },
    slowMs,
  );
});
