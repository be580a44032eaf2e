import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Fault } from '@open-banking/messages';
import { headerForms } from './psu-headers.js';

/** Refused by the step that reads them, where one does. */
const readByOneStep = ['Authorization', 'DPoP', 'X-Request-ID', 'Signature', 'TPP-Signature-Certificate', 'Date'];

/** Refused with all other faults of a request. `PSU-Accept` and its like are lists, as `Digest` is (RFC 3230 §4.3.2). */
const validated = [
  'Consent-ID',
  'Content-Type',
  'PSU-IP-Address',
  'PSU-ID',
  'PSU-ID-Type',
  'PSU-Corporate-ID',
  'PSU-Corporate-ID-Type',
  'PSU-User-Agent',
  ...headerForms.map(({ name }) => name),
];

/** The fault of a header that has one value and came in several lines. */
const repeatedFault = (name: string): Fault => ({
  code: 'FORMAT_ERROR',
  path: name,
  text: 'Was sent more than once: send it once.',
});

const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
const faults = new Map([...readByOneStep, ...validated].map((name) => [name.toLowerCase(), repeatedFault(name)]));
const inValidation = new Set(lower(validated));

/** Headers that have one value and came more than once, by their names in lower case, each with its fault. */
export type RepeatedHeaders = ReadonlyMap<string, Fault>;

export const noRepeatedHeaders: RepeatedHeaders = new Map<string, Fault>();

/**
 * Which headers of a request came more than once although they have one value (RFC 9110 §5.3). Node shows it in neither of its forms: of
 * Authorization and Content-Type it takes the first and drops the others, and values of others it joins by commas.
 */
export function repeatedHeaders({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): RepeatedHeaders {
  // Hardly a request repeats a header at all: then Node has as many as were sent.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return noRepeatedHeaders;
  const names = lower(rawHeaders.filter((_, at) => at % 2 === 0));
  const again = names.filter((name, at) => names.indexOf(name) < at);
  return new Map(again.flatMap((name) => (faults.has(name) ? [[name, faults.get(name)!] as const] : [])));
}

/** Headers given more than once, or in a form they do not have. */
export function headerFaults(headers: IncomingHttpHeaders, repeated: RepeatedHeaders): Fault[] {
  const found: Fault[] = [];
  for (const [name, fault] of repeated) if (inValidation.has(name)) found.push(fault);
  for (const { key, name, text, fits } of headerForms)
    if (headers[key] !== undefined && !repeated.has(key) && !fits(String(headers[key])))
      found.push({ code: 'FORMAT_ERROR', path: name, text });
  return found;
}
