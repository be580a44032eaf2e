import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { awaitReturn, browserAddress } from '../src/browser-return.js';

async function freeRedirectUri(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}/back`;
}

/** The status of a request whose target is sent as it is: fetch would put it right. */
async function statusOf(redirectUri: string, target: string): Promise<number> {
  const socket = connect(Number(new URL(redirectUri).port), '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

describe('the return of the customer to this machine', () => {
  it('is the one with the state of the authorization; after any other request the command goes on waiting', async () => {
    const redirectUri = await freeRedirectUri();
    const stopping = new AbortController();
    const terminal = { print: () => undefined, note: () => undefined, stopped: stopping.signal };
    const { address } = await awaitReturn({ redirectUri, state: 'right' }, terminal);
    for (const target of ['//', '//[', '*', '/', '/back', '/back?error=x', '/back?error=x&state=wrong', '/back?code=c&state=wrong'])
      expect([target, await statusOf(redirectUri, target)]).toEqual([target, 404]);
    expect(await statusOf(redirectUri, '/back?code=c&state=right')).toBe(200);
    expect(await address).toBe(`${redirectUri}?code=c&state=right`);
  });

  it('ends where the customer refuses', async () => {
    const redirectUri = await freeRedirectUri();
    const terminal = { print: () => undefined, note: () => undefined, stopped: new AbortController().signal };
    const { address } = await awaitReturn({ redirectUri, state: 'right' }, terminal);
    expect(await statusOf(redirectUri, '/back?error=access_denied&state=right')).toBe(200);
    expect(new URL(await address).searchParams.get('error')).toBe('access_denied');
  });
});

describe('the address that a browser is opened with', () => {
  it.each(['https://bank.example/authorize?a=b', 'http://127.0.0.1:8080/authorize'])('is %s', (address) =>
    expect(browserAddress(address)).toBe(address),
  );
  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'ms-settings:x', 'no address'])('is not %s', (address) =>
    expect(() => browserAddress(address)).toThrow('is no address of a web page'),
  );
});
