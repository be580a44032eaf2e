/** Hop-by-hop headers (RFC 9110 §7.6.1). */
const hop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
];

/** Headers that only a gateway may set: client address and client certificate (RFC 7239, RFC 9440). */
export const gatewayOnly = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Real-IP',
  'Client-Cert',
  'Client-Cert-Chain',
] as const;

/** Server and framework names are useful only to attackers looking for known vulnerabilities. */
export const naming = ['Server', 'X-Powered-By', 'Via'] as const;

const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
const notForwarded = new Set([...hop, ...lower(gatewayOnly)]);
const notAnswered = new Set([...hop.filter((name) => name !== 'content-length'), ...lower(naming)]);

/** The pairs of a raw header list (name, value, name, value …) accepted by `keep`. */
function filtered(raw: readonly string[], keep: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) if (keep(raw[at]!.toLowerCase())) kept.push(raw[at]!, raw[at + 1]!);
  return kept;
}

/** The request headers for the service. The client's address is replaced, never appended to. */
export function askedHeaders(raw: readonly string[], connection: string | undefined, address: string): string[] {
  const named = new Set(lower((connection ?? '').split(',').map((name) => name.trim())));
  return [...filtered(raw, (name) => !notForwarded.has(name) && !named.has(name)), 'X-Forwarded-For', address];
}

export function answeredHeaders(raw: readonly string[], requestId: string): string[] {
  const kept = filtered(raw, (name) => !notAnswered.has(name));
  const hasId = kept.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'x-request-id');
  return hasId ? kept : [...kept, 'X-Request-ID', requestId];
}
