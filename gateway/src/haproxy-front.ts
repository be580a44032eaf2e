/**
 * The proxies in front of HAProxy: TRUSTED_PROXIES, FORWARDED_HEADER and PROXY_PROTOCOL in its environment. HAProxy splits a variable at
 * blanks alone, and does not start where a part of TRUSTED_PROXIES is no address. Without that variable these lines do nothing.
 */
const withFront = (lines: readonly string[]): string[] => ['.if strneq("${TRUSTED_PROXIES}","")', ...lines, '.endif'];

/** How many proxies are followed, one behind the other: HAProxy has no loops. */
const maxProxies = 4;

/** `of-proxy`: the connection or, after `set-src`, the client that a proxy has named, is a proxy. */
export const expectProxyProtocol: readonly string[] = withFront([
  '  acl of-proxy src "${TRUSTED_PROXIES[*]}"',
  '.if streq("${PROXY_PROTOCOL}","1")',
  '  tcp-request connection expect-proxy layer4 if of-proxy',
  '.endif',
]);

const address = String.raw`(\[([0-9a-f]*:[0-9a-f:.]*)\]|([0-9.]+))(:([0-9]{1,5}|_[0-9a-z._-]+))?`;
/** An entry of X-Forwarded-For without its port and brackets. IPv6 without them is left as it is. */
const listNode = String.raw`regsub('^ *${address} *\$','\2\3',i)`;
const quoted = String.raw`\"([^\"\\\\]|\\\\.)*\"`;
/**
 * The address in `for=` of a whole element of Forwarded (RFC 7239 §4). One with a quote too many is none: its client may have opened it, to
 * hide what the proxy wrote. The sign before it keeps what does not match from being an address.
 */
const elementNode = [
  String.raw`regsub('^','=')`,
  String.raw`regsub('^=(([^;\"]|${quoted})*;)* *for=\"?${address}\"? *(;([^;\"]|${quoted})*)*\$','\5\6',i)`,
].join(',');

/** Follows the header from its end, each step where the one before led to a proxy. A text that is no address has no mask, and ends it. */
const steps = (header: string, node: string): string[] =>
  Array.from({ length: maxProxies }).flatMap((_, at) => [
    '  http-request unset-var(txn.node)',
    `  http-request set-var(txn.node) "req.hdr(${header},-${at + 1}),${node},ipmask(32,128)" if of-proxy { var(txn.proxies) -m int ${at} }`,
    '  http-request set-src var(txn.node) if { var(txn.node) -m found }',
    `  http-request set-var(txn.proxies) int(${at + 1}) if { var(txn.node) -m found }`,
  ]);

/** Makes the client that the proxies name the source of the request. */
export const clientAddress: readonly string[] = withFront([
  '  # The last address of the header that is no proxy: what stands before it may be invented.',
  '  http-request set-var(txn.proxies) int(0)',
  '.if streq("${FORWARDED_HEADER}","Forwarded")',
  ...steps('forwarded', elementNode),
  '.else',
  ...steps('x-forwarded-for', listNode),
  '.endif',
]);
