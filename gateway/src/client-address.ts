import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
const bare = (address: string): string => address.trim().replace(/^::ffff:/, '');

/** The client's address: the other end of the connection or, if that is one of these proxies, the last address that is none of theirs. */
export function clientAddress(proxies: readonly string[]): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    trusted.addSubnet(address, Number(prefix ?? (isIPv6(address) ? 128 : 32)), familyOf(address));
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map(bare);
    let address = bare(socket.remoteAddress ?? '');
    // Addresses before the first untrusted one may be invented.
    while (isTrusted(address) && isIP(forwarded.at(-1) ?? '')) address = forwarded.pop()!;
    return address;
  };
}
