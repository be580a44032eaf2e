import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiverPages } from '@open-banking/spec';
import { completeInteraction } from '@open-banking/sandbox/third-party';

const customer = { login: 'demo', password: 'demo-password' };

describe('a scripted customer', () => {
  /** A bank whose pages are redirects: from `/authorize/<n>` to the n-th of the addresses. */
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://bank');
    const onwards = pathname === '/authorize' ? searchParams.get('to') : null;
    if (onwards === null) response.end('<title>A page without a form</title>');
    else response.writeHead(302, { location: onwards }).end();
  });
  let bank = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    bank = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const endOf = (redirect: string) => completeInteraction(`${bank}/authorize?to=${encodeURIComponent(redirect)}`, customer);

  it('ends at the address of the third party, also where that is the page of the bank that shows a code', async () => {
    const elsewhere = 'http://127.0.0.1:3000/back?code=1';
    expect(await endOf(elsewhere)).toBe(elsewhere);
    const own = `${receiverPages.showReturn.path}?code=1`;
    expect(await endOf(own)).toBe(bank + own);
    // Any other page of the bank is one that the customer has to answer.
    await expect(endOf('/interaction/1?code=1')).rejects.toThrow('page');
  });
});
