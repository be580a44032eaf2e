import { BlockList, isIP, isIPv6 } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns whether a connection's other end is in one of these networks (CIDR, or single addresses). */
export function isInNetworks(networks: readonly string[]): (remoteAddress: string | undefined) => boolean {
  const listed = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    listed.addSubnet(address, Number(prefix ?? (isIPv6(address) ? 128 : 32)), familyOf(address));
  }
  return (remoteAddress = '') => {
    const address = bareAddress(remoteAddress);
    return isIP(address) !== 0 && listed.check(address, familyOf(address));
  };
}

/** The other end of a connection; a socket of IPv6 writes IPv4 addresses as IPv6. */
export const bareAddress = (remoteAddress: string): string => remoteAddress.replace(/^::ffff:/, '');
