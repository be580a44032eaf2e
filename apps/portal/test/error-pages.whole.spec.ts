import { developerPages, services } from '@open-banking/spec';
import { Browser, exchange, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper } from './a-developer.js';

describe('errors of the portal', () => {
  const bank = runningBank(services);
  const form = () => new URLSearchParams({ a: 'b' });
  const json = { accept: 'application/json' };
  const browser = () => new Browser(bank.baseUrl, ownAddress());

  it.each(['/developer/nothing', '/reference/readNothing', '/developer/consents/x/y'])(
    'are a page with the navigation and ways to go on at %s, which nothing has; the code comes last, and software gets it alone',
    async (path) => {
      const { status, text, headers } = await browser().open(path);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      for (const part of ['<nav aria-label="Portal"', 'href="/developer"', 'href="/reference"', '<h1>There is no such page</h1>'])
        expect([part, text.includes(part)]).toEqual([part, true]);
      expect(text.indexOf('RESOURCE_UNKNOWN')).toBeGreaterThan(text.indexOf('Go on'));
      expect(text).not.toContain('No operation has this path');
    },
  );

  it('show the account of a developer who is signed in, with a form that signs out, and the way in to others', async () => {
    const [{ browser: own, email }, visitor] = [await ADeveloper.signedIn(bank), browser()];
    const large = new URLSearchParams({ a: 'b'.repeat(40_000) });
    for (const [path, body, status] of [
      ['/developer/nothing', undefined, 404],
      ['/reference/readNothing', undefined, 404],
      ['/reference', form(), 405],
      [developerPages.answerDeveloper.path, large, 413],
    ] as const) {
      const [shown, other] = [await own.open(path, body), await visitor.open(path, body)];
      expect([path, shown.status, other.status]).toEqual([path, status, status]);
      for (const [part, isIn] of [
        [`title="Your account: ${email}"`, true],
        ['>Sign in</a>', false],
      ] as const)
        expect([path, part, shown.text.includes(part), other.text.includes(part)]).toEqual([path, part, isIn, !isIn]);
    }
    await own.open('/developer/nothing');
    await own.press('sign-out');
    expect((await own.open('/developer/nothing')).text).toContain('>Sign in</a>');
  });

  it('say which methods a page takes, and HEAD is one of them', async () => {
    const refused = await browser().open('/reference', form());
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
    for (const part of ['<nav aria-label="Portal"', 'This path does not take this method; it takes GET, HEAD.'])
      expect(refused.text).toContain(part);
    const software = await browser().open('/reference', form(), json);
    expect([software.status, software.body]).toMatchObject([405, { tppMessages: [{ code: 'SERVICE_INVALID' }] }]);
    for (const path of [developerPages.showSignUp.path, '/reference', '/developer/nothing']) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) =>
          exchange(`${bank.baseUrl}${path}`, { method, from: ownAddress(), headers: { accept: 'text/html' } }),
        ),
      );
      expect([path, head!.status, head!.headers['content-type'], head!.text]).toEqual([
        path,
        get!.status,
        get!.headers['content-type'],
        '',
      ]);
    }
  });

  it('leave the paths that software calls in JSON, and the customers’ pages as they are', async () => {
    const call = await browser().open('/sandbox/customers', form());
    expect([call.status, call.headers['content-type']]).toEqual([401, 'application/json']);
    const { status, text } = await browser().open('/customer/nothing');
    expect([status, text.includes('<nav aria-label="Portal"'), text.includes('There is no such page')]).toEqual([404, false, true]);
  });
});
