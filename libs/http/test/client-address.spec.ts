import type { ForwardedHeader } from '@open-banking/config';
import { clientAddress } from '../src/client-address.js';

const proxies = ['10.0.0.0/8', '2001:db8::/32'];

/** Peer, header, the client's address, and why. */
type Case = readonly [peer: string, header: string | undefined, address: string, why: string];

const addressBy =
  (header: ForwardedHeader) =>
  (peer: string, value: string | undefined): string =>
    clientAddress(proxies, header)(peer, { [header.toLowerCase()]: value });

describe('the address of a client by X-Forwarded-For', () => {
  const by = addressBy('X-Forwarded-For');

  it.each<Case>([
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
    ['10.0.0.1', '198.18.3.4:50001', '198.18.3.4', 'without its port'],
    ['10.0.0.1', '[2001:db9::1]:50001', '2001:db9::1', 'without brackets and port'],
    ['10.0.0.1', '[2001:db9::1]', '2001:db9::1', 'without brackets'],
    ['10.0.0.1', '198.18.3.4:50001, 10.2.0.1:443, [2001:db8::9]:443', '198.18.3.4', 'through proxies with ports'],
    ['10.0.0.1', '::ffff:198.18.3.4', '198.18.3.4', 'an IPv4 client, however it is written'],
    ['10.0.0.1', '198.18.3.4:500001', '10.0.0.1', 'the proxy where the port is none'],
    ['10.0.0.1', '[198.18.3.4]:1', '10.0.0.1', 'the proxy where brackets have no IPv6'],
    ['10.0.0.1', 'fe80::1%eth0', '10.0.0.1', 'the proxy where the address has a zone'],
    ['10.0.0.1', '1.2.3.4,', '10.0.0.1', 'the proxy where its entry is empty'],
    ['10.0.0.1', 'unknown', '10.0.0.1', 'the proxy where it does not know'],
  ])('%s with %s is %s: %s', (peer, header, address) => {
    expect(by(peer, header)).toBe(address);
  });
});

describe('the address of a client by Forwarded', () => {
  const by = addressBy('Forwarded');

  it.each<Case>([
    ['203.0.113.1', 'for=198.51.100.1', '203.0.113.1', 'the connection, whatever it says'],
    ['10.0.0.1', 'for=198.51.100.1', '198.51.100.1', 'what a trusted proxy says'],
    ['10.0.0.1', 'For="198.18.3.4:50001"', '198.18.3.4', 'without its port'],
    ['10.0.0.1', 'for="[2001:db9::1]:50001"', '2001:db9::1', 'an IPv6 client'],
    ['10.0.0.1', 'for=[2001:db9::1]:50001, for=10.2.0.1:443', '2001:db9::1', 'without the quotes that it should have'],
    ['10.0.0.1', 'for="[2001:db9::1]:_port"', '2001:db9::1', 'with an obfuscated port'],
    ['10.0.0.1', 'proto=https;for=198.51.100.1;by=10.0.0.1;host="bank"', '198.51.100.1', 'among other parameters'],
    ['10.0.0.1', 'for=1.2.3.4, for=198.51.100.1 , for="10.2.0.1:443";proto=https', '198.51.100.1', 'through two trusted proxies'],
    ['10.0.0.1', 'for=198.51.100.1;host="a, for=6.6.6.6"', '198.51.100.1', 'not what stands within quotes'],
    ['10.0.0.1', 'for=198.51.100.1;host="a\\", for=6.6.6.6"', '198.51.100.1', 'not what stands behind an escaped quote'],
    ['10.0.0.1', 'for=", for=198.51.100.1', '198.51.100.1', 'whatever quote the client opened before'],
    ['10.0.0.1', 'for=6.6.6.6;by=", for="[2001:db9::1]:1";host="b"', '2001:db9::1', 'the same with quotes of the proxy'],
    ['10.0.0.1', 'for=1.2.3.4, for=_hidden', '10.0.0.1', 'the proxy where it obfuscates its client'],
    ['10.0.0.1', 'for=1.2.3.4, for=unknown', '10.0.0.1', 'the proxy where it does not know'],
    ['10.0.0.1', 'for=1.2.3.4, proto=https', '10.0.0.1', 'the proxy where it names no client'],
    ['10.0.0.1', '198.51.100.1', '10.0.0.1', 'the proxy where the form is that of the other header'],
    ['10.0.0.1', ';for=198.51.100.1;', '198.51.100.1', 'among parameters that are empty'],
    ['10.0.0.1', 'for=198.51.100.1 proto=https', '10.0.0.1', 'the proxy where the element is malformed'],
  ])('%s with %s is %s: %s', (peer, header, address) => {
    expect(by(peer, header)).toBe(address);
  });
});

describe('the header that the proxy does not write', () => {
  it.each([
    ['X-Forwarded-For', 'forwarded', 'for=6.6.6.6'],
    ['Forwarded', 'x-forwarded-for', '6.6.6.6'],
  ] as const)('is not read with FORWARDED_HEADER=%s, and is removed', (header, other, value) => {
    const headers: Record<string, string> = { [other]: value, host: 'bank' };
    expect(clientAddress(proxies, header)('10.0.0.1', headers)).toBe('10.0.0.1');
    expect(headers).toEqual({ host: 'bank' });
  });
});

describe('without trusted proxies', () => {
  it('the client is the other end of the connection', () => {
    for (const header of ['X-Forwarded-For', 'Forwarded'] as const)
      expect(clientAddress([], header)('10.0.0.1', { [header.toLowerCase()]: 'for=198.51.100.1' })).toBe('10.0.0.1');
    expect(clientAddress([])(undefined, {})).toBe('');
  });
});
