import { isIPv4, isIPv6 } from 'node:net';

/** The subject that is charged: a client once its token is known, else the address it asks from. Never a token, a consent or a header. */
export type RateLimitSubject = { readonly client: string } | { readonly address: string };

/** Clients and addresses never share a key, whatever a client is called. */
export const subjectKey = (subject: RateLimitSubject): string =>
  'client' in subject ? `client ${subject.client}` : `address ${network(subject.address)}`;

/** An IPv4 address, or the /64 of an IPv6 address: one subscriber usually holds a whole /64 (RFC 6177 §2). */
export function network(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const groups = addressGroups(plain);
  // ::ffff:a.b.c.d is an IPv4 address on a socket that takes both (RFC 4291 §2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return groups.slice(6).flatMap(octets).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const octets = (group: string): number[] => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff];

/** The eight groups of an IPv6 address, in the one spelling that URLs have for it. */
function addressGroups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}
