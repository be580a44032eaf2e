import { developerPages, services } from '@open-banking/spec';
import { Browser, exchange, ownAddress, runningBank } from '@open-banking/testing';

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
