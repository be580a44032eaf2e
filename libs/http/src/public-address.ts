import { BlockList, isIPv4, isIPv6 } from 'node:net';

// IANA special-purpose address registries: everything in them that is not globally reachable, and multicast.
const special = new BlockList();
const ranges4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
for (const range of ranges4) {
  const [net, prefix] = range.split('/') as [string, string];
  special.addSubnet(net, Number(prefix), 'ipv4');
}
/** Only global unicast addresses of IPv6 are public, except these. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6');

/**
 * Whether an address is one of the public internet: not this machine, this network, or a way round to them (mapped and translated
 * addresses).
 */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean =>
  isIPv4(address) ? loopback.check(address, 'ipv4') : isIPv6(address) && loopback.check(address, 'ipv6');

/**
 * Whether clients may publish keys and be notified on this machine: in a sandbox that is opened at an address of this machine, as it is
 * then its developers', too. The machine of a sandbox that is hosted elsewhere has other servers that strangers must not reach through it.
 */
export const takesClientsOnLoopback = ({ sandbox, baseUrl }: { readonly sandbox: boolean; readonly baseUrl: string }): boolean => {
  const hostname = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return sandbox && (/^(.+\.)?localhost$/.test(hostname) || isLoopback(hostname));
};
