import { connect } from 'node:net';
import { services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';

/** What a server answers to these bytes, until it closes the connection. */
const answered = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket
      .on('data', (chunk) => {
        heard += chunk.toString();
      })
      .on('close', () => resolve(heard))
      .on('error', reject);
  });

const asked = (line: string, headers = ''): string => `${line} HTTP/1.1\r\nHost: bank\r\nConnection: close\r\n${headers}\r\n`;
const bodyIn = (heard: string): unknown => JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4));
const httpStatus = (heard: string): number => Number(heard.split(' ')[1]);
const messages = (text: RegExp) => ({ tppMessages: [{ category: 'ERROR', text: expect.stringMatching(text) as string }] });

const unreadable: readonly (readonly [name: string, bytes: (path: string) => string, status: number, text: RegExp])[] = [
  ['a method that nobody knows', (path) => asked(`FOO ${path}1`), 400, /^The method is not known, or /],
  ['a path that is no UTF-8', (path) => asked(`GET ${path}%c3`), 400, /cannot be read/],
  ['a parameter that is too long', (path) => asked(`GET ${path}${'a'.repeat(2_000)}`), 414, /too long/],
  ['a header with U+0000', (path) => asked(`GET ${path}1`, 'X: a\0b\r\n'), 400, /cannot be read/],
  ['headers over 16 KiB', (path) => asked(`GET ${path}1`, `X: ${'y'.repeat(17_000)}\r\n`), 431, /too large/],
];

describe('a request that cannot be read', () => {
  const bank = runningBank(services);
  const ports = () =>
    services
      .filter((service) => service === 'ais-pis' || service === 'mandates')
      .flatMap((service) => {
        const { port, internalPort } = bank.facts.internal[service];
        const path = service === 'ais-pis' ? '/v1.7/accounts/' : '/v2/mandates/';
        const internalPath = service === 'ais-pis' ? '/internal/consents/' : '/internal/mandates/';
        return [
          [port, path],
          [internalPort, internalPath],
        ] as const;
      });

  it.each(unreadable)('is answered in the form of every error at the public and the internal port: %s', async (_, bytes, status, text) => {
    for (const [port, path] of ports()) {
      const heard = await answered(port, bytes(path));
      expect([path, httpStatus(heard)]).toEqual([path, status]);
      expect(bodyIn(heard)).toMatchObject(messages(text));
      expect(heard.toLowerCase()).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
      // The same path and header that can be read lead to the check of the token.
      expect(httpStatus(await answered(port, asked(`GET ${path}1`, 'X: y\r\n')))).toBe(401);
    }
  });

  it('is none if it expects something that nobody knows: the expectation is ignored', async () => {
    for (const [port, path] of ports())
      for (const expectation of ['200-ok', 'x'])
        expect([expectation, httpStatus(await answered(port, asked(`GET ${path}1`, `Expect: ${expectation}\r\n`)))]).toEqual([
          expectation,
          401,
        ]);
  });

  it('is refused in that form by a route of raw bytes, too: a logo of nobody', async () => {
    const { status, body } = await bank.anonymous.get('/client-logos/nobody.png');
    expect([status, body]).toEqual([
      404,
      expect.objectContaining({ tppMessages: [expect.objectContaining({ code: 'RESOURCE_UNKNOWN' })] }),
    ]);
  });
});
