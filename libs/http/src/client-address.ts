import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { ForwardedHeader } from '@open-banking/config';
import { isInNetworks } from './trusted-networks.js';

/** Finds the client's address by the other end of its connection and the headers of its request. */
export type ClientAddress = (peer: string | undefined, headers: IncomingHttpHeaders) => string;

/** An address with a zone (`fe80::1%eth0`) means something on one machine only. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The client's address: the other end of the connection or, where that is one of these proxies, the last address in the header that is none
 * of theirs. Addresses before that one may be invented. An entry that names no address (`unknown`, `_hidden`, anything malformed) ends the
 * search: the client then counts as the proxy that wrote it. The other header is removed, so that nothing reads it later.
 */
export function clientAddress(proxies: readonly string[], header: ForwardedHeader = 'X-Forwarded-For'): ClientAddress {
  const isTrusted = isInNetworks(proxies);
  const [written, other] =
    header === 'Forwarded' ? (['forwarded', 'x-forwarded-for'] as const) : (['x-forwarded-for', 'forwarded'] as const);
  const last = header === 'Forwarded' ? lastForwarded : lastOfList;
  return (peer, headers) => {
    if (headers[other] !== undefined) delete headers[other];
    let address = unmapped(peer ?? '').replace(/%.*$/, '');
    let left = String(headers[written] ?? '');
    while (left !== '' && isTrusted(address)) {
      const { node, before } = last(left);
      const next = nodeAddress(node);
      if (next === undefined) break;
      address = next;
      left = before;
    }
    return address;
  };
}

/** The last entry of a header, and what stands before it. */
interface LastEntry {
  readonly node: string;
  readonly before: string;
}

function lastOfList(text: string): LastEntry {
  const at = text.lastIndexOf(',');
  return { node: text.slice(at + 1), before: text.slice(0, Math.max(at, 0)) };
}

const token = String.raw`[!#$%&'*+.^_\x60|~0-9A-Za-z-]+`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
/** Addresses with a colon need quotes (RFC 7239 §4); many proxies leave them out. */
const unquoted = token.replace('A-Za-z', String.raw`A-Za-z:[\]`);
const pair = `${token}=(?:${unquoted}|${quoted})`;
/** RFC 7239 §4: a `forwarded-element` at the end of the header. A comma within quotes separates nothing. */
const lastElement = new RegExp(`(?:^|,)[ \\t]*((?:${pair})?(?:;(?:${pair})?)*)$`);
const pairs = new RegExp(`(${token})=(?:(${unquoted})|(${quoted}))`, 'g');

function lastForwarded(text: string): LastEntry {
  const found = lastElement.exec(text.trimEnd());
  if (!found) return { node: '', before: '' };
  const [, , plain, inQuotes = '""'] = [...found[1]!.matchAll(pairs)].find(([, name]) => name!.toLowerCase() === 'for') ?? [];
  return { node: plain ?? inQuotes.slice(1, -1).replace(/\\(.)/g, '$1'), before: text.slice(0, found.index) };
}

/** `[2001:db8::1]`, `[2001:db8::1]:443`, `198.18.3.4:443`; a port may be obfuscated (`:_x`, RFC 7239 §6). */
const nodeForm = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::(?:\d{1,5}|_[\w.-]+))?$/i;

/** The address of a node (RFC 7239 §6), or of an entry of X-Forwarded-For, which needs no brackets; undefined where it names none. */
function nodeAddress(node: string): string | undefined {
  const text = node.trim();
  const [, six, four] = nodeForm.exec(text) ?? [];
  const address = unmapped(six ?? four ?? text);
  const fits = six === undefined ? isIPv4(address) || isIPv6(address) : isIPv6(six);
  return fits && isAddress(address) ? address : undefined;
}
