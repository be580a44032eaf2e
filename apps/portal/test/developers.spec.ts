import { consolePages, developerPages, services } from '@open-banking/spec';
import { Browser, exchange, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper, password } from './a-developer.js';

describe('an account of a developer', () => {
  const bank = runningBank(services);

  it('is opened with a code that is good once, and signs in until its session is ended', async () => {
    const developer = new ADeveloper(bank);
    const link = await developer.signUp();
    expect((await developer.signIn()).text).toContain('not confirmed yet');

    await developer.confirm(link);
    expect(await developer.isSignedIn).toBe(true);
    const again = new Browser(bank.baseUrl, ownAddress());
    await again.open(link);
    expect(await again.press('confirm', { password })).toMatchObject({
      status: 422,
      text: expect.stringContaining('was used before') as string,
    });

    const stolen = developer.browser.cookies.for('/');
    await developer.browser.open(developerPages.showDeveloper.path);
    await developer.browser.press('sign-out');
    expect(await developer.isSignedIn).toBe(false);
    const thief = new Browser(bank.baseUrl, ownAddress());
    expect((await thief.open(developerPages.showDeveloper.path, undefined, { cookie: stolen })).text).not.toContain('sign-out');
    await developer.signIn();
    expect(await developer.isSignedIn).toBe(true);
  });

  it('goes on after its sign-in at the page that asked for it, and never at another site', async () => {
    const { email } = await ADeveloper.signedIn(bank);
    const page = consolePages.showConsoleOperation.path.replace('{operationId}', 'createPayment');
    /** Signs in where the address leads; the location after that. */
    const after = async (address: string) => {
      const browser = new Browser(bank.baseUrl, ownAddress());
      await browser.open(address);
      await browser.press('sign-in', { email, password: 'something else' });
      browser.followsRedirects = false;
      return (await browser.press('sign-in', { email, password })).headers['location'];
    };
    const signIn = developerPages.showDeveloper.path;
    expect(await after(page)).toBe(page);
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil', '/developer//evil.example', '/developer/../\\evil', '/', ''])
      expect([next, await after(`${signIn}?next=${encodeURIComponent(next)}`)]).toEqual([next, signIn]);
  });

  it('does not sign in with a wrong password, and is locked after five, like an address that nobody has', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const attempts = [new ADeveloper(bank), new ADeveloper(bank)];
    const [known, unknown] = attempts as [ADeveloper, ADeveloper];
    Object.assign(known, { email: developer.email });
    for (const one of [known, unknown]) {
      for (let tried = 0; tried < 5; tried += 1)
        expect(await one.signIn('something else')).toMatchObject({ status: 422, text: expect.stringContaining('is wrong') as string });
      expect((await one.signIn()).text).toContain('too many wrong passwords');
      expect(await one.isSignedIn).toBe(false);
    }
    // The session that was there goes on.
    expect(await developer.isSignedIn).toBe(true);
  });

  it('does not tell which addresses have one, and keeps its password when somebody else signs up with its address', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const stranger = new ADeveloper(bank);
    Object.assign(stranger, { email: developer.email });
    expect(await stranger.signUp('a password of their own')).toBe('');
    expect(stranger.browser.response.status).toBe(200);
    expect((await stranger.signIn('a password of their own')).text).toContain('is wrong');
    const elsewhere = new ADeveloper(bank);
    Object.assign(elsewhere, { email: developer.email });
    await elsewhere.signIn();
    expect(await elsewhere.isSignedIn).toBe(true);
  });

  it('takes as many sign-ups of one address as sign-ins: each hashes a password and may send a message to anybody', async () => {
    const developer = new ADeveloper(bank);
    await developer.signUp('short');
    const { headers: ofSignUp } = developer.browser.response;
    const { headers: ofSignIn } = await developer.signIn();
    await developer.browser.open(developerPages.showSignUp.path);
    expect(ofSignUp['ratelimit-policy']).toBe(ofSignIn['ratelimit-policy']);
    expect(ofSignUp['ratelimit-policy']).not.toBe(developer.browser.response.headers['ratelimit-policy']);
  });

  it('refuses short passwords and what is no address, at the field', async () => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open(developerPages.showSignUp.path);
    expect((await browser.press('sign-up', { email: 'a@example.com', password: 'short' })).text).toContain('id="password-fault"');
    expect((await browser.press('sign-up', { email: 'nobody', password })).text).toContain('id="email-fault"');
    const refused = await browser.press('sign-up', { email: '\0you@example.com', password });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('U+0000')]);
  });

  it('takes forms of its own pages only', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const forged = (csrf: string) =>
      exchange(bank.baseUrl + developerPages.answerDeveloper.path, {
        method: 'POST',
        from: ownAddress(),
        body: new URLSearchParams({ csrf, step: 'sign-out' }).toString(),
        headers: { cookie: developer.browser.cookies.for('/'), 'content-type': 'application/x-www-form-urlencoded' },
      });
    const foreign = new Browser(bank.baseUrl, ownAddress());
    const token = /name="csrf" value="([^"]+)"/.exec((await foreign.open(developerPages.showDeveloper.path)).text)![1]!;
    for (const csrf of ['', token])
      expect(await forged(csrf)).toMatchObject({ status: 400, text: expect.stringContaining('out of date') as string });
    expect(await developer.isSignedIn).toBe(true);

    const own = /name="csrf" value="([^"]+)"/.exec(developer.browser.response.text)![1]!;
    expect(await forged(own)).toMatchObject({ status: 303 });
    expect(await developer.isSignedIn).toBe(false);
  });

  it('has a new session id at each sign-in, in a cookie that no script reads', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const first = developer.browser.cookies.for('/');
    developer.browser.followsRedirects = false;
    await developer.browser.open(developerPages.showDeveloper.path);
    await developer.browser.press('sign-out');
    const answer = await developer.signIn();
    expect(answer.status).toBe(303);
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/^portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(first).not.toContain(cookie!.split(';')[0]!);
  });
});
