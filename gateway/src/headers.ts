import { gatewayLogHeaders } from '@open-banking/http/response-headers';
import { clientCertHeaders } from '@open-banking/config';
import type { TraceHeaders } from '@open-banking/telemetry/tracing';

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

/** Headers that only a gateway may set: client address and client certificate (RFC 7239, RFC 9440), in the forms of all proxies. */
export const gatewayOnly = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Real-IP',
  ...clientCertHeaders,
] as const;

/** Server and framework names are useful only to attackers looking for known vulnerabilities. */
export const naming = ['Server', 'X-Powered-By', 'Via'] as const;

const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
const traceContext = new Set(['traceparent', 'tracestate']);
const notForwarded = new Set([...hop, ...lower(gatewayOnly)]);
/** Headers of services that are for the gateway's log only. */
export const forTheLog = Object.values(gatewayLogHeaders);
const notAnswered = new Set<string>([...hop.filter((name) => name !== 'content-length'), ...lower(naming), ...forTheLog]);

/** The pairs of a raw header list (name, value, name, value …) accepted by `keep`. */
function filtered(raw: readonly string[], keep: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) if (keep(raw[at]!.toLowerCase())) kept.push(raw[at]!, raw[at + 1]!);
  return kept;
}

/** The request headers for the service. The client's address is replaced, never appended to; so is its trace context, where one is given. */
export function askedHeaders(raw: readonly string[], connection: string | undefined, address: string, trace?: TraceHeaders): string[] {
  const named = new Set(lower((connection ?? '').split(',').map((name) => name.trim())));
  const kept = filtered(raw, (name) => !notForwarded.has(name) && !named.has(name) && !(trace && traceContext.has(name)));
  return [...kept, 'X-Forwarded-For', address, ...Object.entries(trace ?? {}).flat()];
}

export function answeredHeaders(raw: readonly string[], requestId: string): string[] {
  const kept = filtered(raw, (name) => !notAnswered.has(name));
  const hasId = kept.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'x-request-id');
  return hasId ? kept : [...kept, 'X-Request-ID', requestId];
}

/** The operation and the client that a service names for the gateway's log. */
export function servedFacts(raw: readonly string[]): { readonly operation?: string; readonly clientId?: string } {
  const valueOf = (wanted: string): string | undefined => raw.find((_, at) => at % 2 === 1 && raw[at - 1]!.toLowerCase() === wanted);
  return { operation: valueOf(gatewayLogHeaders.operation), clientId: valueOf(gatewayLogHeaders.client) };
}
