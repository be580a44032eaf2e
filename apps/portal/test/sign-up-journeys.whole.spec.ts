import { consolePages, developerPages, services } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper, password } from './a-developer.js';

describe('a sign-up in the sandbox', () => {
  const bank = runningBank(services);
  const wanted = consolePages.showConsoleOperation.path.replace('{operationId}', 'createPayment');

  it('leads on to the page that the visitor wanted, with one click and one password', async () => {
    const { email, browser } = new ADeveloper(bank);
    const { text } = await browser.open(wanted);
    const [, signUp] = /href="(\/developer\/sign-up[^"]*)"/.exec(text)!;
    await browser.open(signUp!);
    // A fault keeps it, too.
    await browser.press('sign-up', { email, password: 'short' });
    await browser.press('sign-up', { email, password });
    expect(browser.response.text).not.toContain('of the message');
    expect(browser.formWith('confirm-here').fields.map(({ type }) => type)).not.toContain('password');
    await browser.press('confirm-here');
    expect(browser.url.pathname).toBe(wanted);

    const elsewhere = new ADeveloper(bank);
    await elsewhere.browser.open(`${developerPages.showSignUp.path}?next=//evil.example`);
    await elsewhere.browser.press('sign-up', { email: elsewhere.email, password });
    await elsewhere.browser.press('confirm-here');
    expect(elsewhere.browser.url.pathname).toBe(developerPages.showDeveloper.path);
    expect(elsewhere.browser.response.text).toContain('is confirmed. You are signed in.');
    expect((await elsewhere.browser.open(developerPages.showDeveloper.path)).text).not.toContain('is confirmed');
  });

  it('is confirmed in one click by the browser that has typed the password, and by no other', async () => {
    const developer = new ADeveloper(bank);
    await developer.signUp();
    const { fields } = developer.browser.formWith('confirm-here');
    const proof = fields.find(({ name }) => name === 'proof')!.value;
    const thief = new Browser(bank.baseUrl, ownAddress());
    await thief.open(developerPages.showConfirmation.path);
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(thief.response.text)!;
    const stolen = new URLSearchParams({ csrf: csrf!, step: 'confirm-here', proof });
    expect(await thief.open(developerPages.answerConfirmation.path, stolen)).toMatchObject({ status: 422 });
    await developer.browser.press('confirm-here');
    expect(await developer.isSignedIn).toBe(true);
  });

  it('can be confirmed after a sign-in with its password, when the first link is lost', async () => {
    const developer = new ADeveloper(bank);
    await developer.signUp();
    const later = Object.assign(new ADeveloper(bank), { email: developer.email });
    expect((await later.signIn('something else')).text).toContain('is wrong');
    expect((await later.signIn()).text).toContain('not confirmed yet');
    await later.browser.press('confirm-here');
    expect(await later.isSignedIn).toBe(true);
    const again = Object.assign(new ADeveloper(bank), { email: developer.email });
    await again.signIn();
    expect(await again.isSignedIn).toBe(true);
  });
});
