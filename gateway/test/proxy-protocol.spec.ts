import { proxyHeaderIn } from '../src/proxy-protocol.js';

const v2 = (versionAndCommand: number, family: number, addresses: Buffer): Buffer => {
  const head = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex');
  head[12] = versionAndCommand;
  head[13] = family;
  head.writeUInt16BE(addresses.length, 14);
  return Buffer.concat([head, addresses]);
};
const four = Buffer.from([198, 18, 3, 4, 10, 0, 0, 1, 0xc3, 0x51, 0x01, 0xbb]);
const six = Buffer.concat([
  Buffer.from('20010db9000000000000000000000001', 'hex'),
  Buffer.from('20010db8000000000000000000000002', 'hex'),
  four.subarray(8),
]);
const mapped = Buffer.concat([Buffer.from('00000000000000000000ffffc6120304', 'hex'), six.subarray(16)]);
const line = (text: string) => Buffer.from(text, 'latin1');

describe('a PROXY header', () => {
  it.each<[what: string, bytes: Buffer, address: string | undefined]>([
    ['of version 1 over IPv4', line('PROXY TCP4 198.18.3.4 10.0.0.1 50001 443\r\n'), '198.18.3.4'],
    ['of version 1 over IPv6', line('PROXY TCP6 2001:db9::1 2001:db8::2 50001 443\r\n'), '2001:db9::1'],
    ['of version 1 of an unknown family', line('PROXY UNKNOWN\r\n'), undefined],
    ['of version 1 of an unknown family with more', line('PROXY UNKNOWN a b 1 2\r\n'), undefined],
    ['of version 2 over IPv4', v2(0x21, 0x11, four), '198.18.3.4'],
    ['of version 2 over IPv6', v2(0x21, 0x21, six), '2001:db9:0:0:0:0:0:1'],
    ['of version 2 with an IPv4 address in IPv6', v2(0x21, 0x21, mapped), '198.18.3.4'],
    ['of version 2 with more fields', v2(0x21, 0x11, Buffer.concat([four, Buffer.from([4, 0, 1, 0])])), '198.18.3.4'],
    ['of a check of the proxy itself', v2(0x20, 0x00, Buffer.alloc(0)), undefined],
    ['of version 2 of a family without IP', v2(0x21, 0x31, Buffer.alloc(216)), undefined],
  ])('%s names the client; what follows is left', (_, bytes, address) => {
    const whole = Buffer.concat([bytes, line('GET / HTTP/1.1\r\n')]);
    expect(proxyHeaderIn(whole)).toEqual({ length: bytes.length, ...(address !== undefined && { address }) });
    for (let end = 0; end < bytes.length; end += 1) expect([end, proxyHeaderIn(bytes.subarray(0, end))]).toEqual([end, 'incomplete']);
  });

  it.each<[what: string, bytes: Buffer]>([
    ['a request', line('GET / HTTP/1.1\r\n')],
    ['a TLS handshake', Buffer.from([0x16, 3, 1, 2, 0])],
    ['lower case', line('proxy TCP4 198.18.3.4 10.0.0.1 50001 443\r\n')],
    ['an address of another family', line('PROXY TCP4 2001:db9::1 2001:db8::2 50001 443\r\n')],
    ['no address', line('PROXY TCP4 client 10.0.0.1 50001 443\r\n')],
    ['no ports', line('PROXY TCP4 198.18.3.4 10.0.0.1\r\n')],
    ['another family', line('PROXY UDP4 198.18.3.4 10.0.0.1 50001 443\r\n')],
    ['a line without an end', line(`PROXY TCP4 ${'1'.repeat(120)}`)],
    ['another version', v2(0x31, 0x11, four)],
    ['another command', v2(0x22, 0x11, four)],
    ['fewer bytes than an address', v2(0x21, 0x11, four.subarray(0, 8))],
    ['more bytes than a header may have', v2(0x21, 0x11, Buffer.alloc(20_000))],
  ])('is not %s', (_, bytes) => {
    expect(proxyHeaderIn(bytes)).toBe('malformed');
  });
});
