import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper, password } from './a-developer.js';
import { services } from '@open-banking/spec';

const theirs = 'a password of somebody else';

describe('sign-ups of one address', () => {
  const bank = runningBank(services);

  /** Somebody who types the address of another. */
  const withAddressOf = ({ email }: ADeveloper): ADeveloper => Object.assign(new ADeveloper(bank), { email });
  const reading = async (link: string): Promise<Browser> => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open(link);
    return browser;
  };

  it('are confirmed each by its own link and password: a stranger’s gives its reader no account that the stranger shares', async () => {
    const victim = new ADeveloper(bank);
    const stranger = withAddressOf(victim);
    const link = await victim.signUp();
    const ofStranger = await stranger.signUp(theirs);

    const mailbox = await reading(ofStranger);
    expect(await mailbox.press('confirm', { password })).toMatchObject({
      status: 422,
      text: expect.stringContaining('the one that you chose in the sign-up') as string,
    });
    expect((await stranger.signIn(theirs)).text).toContain('not confirmed yet');

    await victim.confirm(link);
    expect(await victim.isSignedIn).toBe(true);
    const elsewhere = withAddressOf(victim);
    await elsewhere.signIn();
    expect(await elsewhere.isSignedIn).toBe(true);
    expect(await stranger.signIn(theirs)).toMatchObject({ status: 422, text: expect.stringContaining('is wrong') as string });
  });

  it('are discarded when one is confirmed, and none before: whoever signs up again and again cancels no link', async () => {
    const victim = new ADeveloper(bank);
    const stranger = withAddressOf(victim);
    const before = await stranger.signUp(theirs);
    const link = await victim.signUp();
    const after = await stranger.signUp(theirs);

    await victim.confirm(link);
    expect(await victim.isSignedIn).toBe(true);
    for (const useless of [before, after])
      expect(await (await reading(useless)).press('confirm', { password: theirs })).toMatchObject({
        status: 422,
        text: expect.stringContaining('was used before') as string,
      });
    expect((await stranger.signIn(theirs)).text).toContain('is wrong');
  });

  it('lead to one account when two are confirmed at the same moment, with the password of the one', async () => {
    const [one, other] = [password, theirs];
    const developer = new ADeveloper(bank);
    const links = [await developer.signUp(one), await withAddressOf(developer).signUp(other)];
    const browsers = await Promise.all(links.map(reading));
    for (const browser of browsers) browser.followsRedirects = false;
    const answers = await Promise.all([one, other].map((typed, at) => browsers[at]!.press('confirm', { password: typed })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    const [right, wrong] = answers[0]!.status === 303 ? [one, other] : [other, one];
    expect((await withAddressOf(developer).signIn(wrong)).text).toContain('is wrong');
    const again = withAddressOf(developer);
    await again.signIn(right);
    expect(await again.isSignedIn).toBe(true);
  });

  it('are locked after five wrong passwords, each for itself', async () => {
    const developer = new ADeveloper(bank);
    const [link, another] = [await developer.signUp(), await developer.signUp()];
    for (let tried = 0; tried < 5; tried += 1)
      expect((await (await reading(link)).press('confirm', { password: theirs })).text).toContain('The password is wrong: it must be');
    expect((await (await reading(link)).press('confirm', { password })).text).toContain('too many wrong passwords');
    await developer.confirm(another);
    expect(await developer.isSignedIn).toBe(true);
  });

  it('count each try of a link as a sign-in, because it hashes a password', async () => {
    const developer = new ADeveloper(bank);
    const { headers: ofSignIn } = await developer.signIn();
    await developer.confirm(await developer.signUp());
    const link = await reading('/developer/confirmation?code=unknown');
    const { headers } = await link.press('confirm', { password });
    expect(headers['ratelimit-policy']).toBe(ofSignIn['ratelimit-policy']);
    expect(headers['ratelimit-policy']).not.toBe((await link.open('/developer')).headers['ratelimit-policy']);
  });
});
