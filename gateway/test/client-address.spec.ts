import { clientAddress } from '../src/client-address.js';

const asked = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as Parameters<ReturnType<typeof clientAddress>>[0];

describe('the address of a client', () => {
  const behind = clientAddress(['10.0.0.0/8', '2001:db8::/32']);

  it.each<[string, string | undefined, string, string]>([
    ['203.0.113.1', undefined, '203.0.113.1', 'the connection, without a proxy'],
    ['203.0.113.1', '198.51.100.1', '203.0.113.1', 'the connection, whatever it says'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'what a trusted proxy says'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1', 'the same over IPv6'],
    ['2001:db8::1', '2001:db9::7', '2001:db9::7', 'an IPv6 client'],
    ['10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1', 'not what the client said before'],
    ['10.0.0.1', '1.2.3.4, 198.51.100.1, 10.2.0.1', '198.51.100.1', 'through two trusted proxies'],
    ['10.0.0.1', undefined, '10.0.0.1', 'the proxy where it says nothing'],
    ['10.0.0.1', 'nonsense', '10.0.0.1', 'the proxy where it says nonsense'],
    ['10.0.0.1', 'nonsense, 10.0.0.2', '10.0.0.2', 'the farthest that can be believed'],
  ])('%s with %s is %s: %s', (remote, forwarded, address) => {
    expect(behind(asked(remote, forwarded))).toBe(address);
  });

  it('is the connection if no proxy is trusted', () => {
    expect(clientAddress([])(asked('10.0.0.1', '198.51.100.1'))).toBe('10.0.0.1');
  });
});
