import type { IncomingHttpHeaders } from 'node:http';
import { knownPath, unknownName } from '@open-banking/messages';

/** The parts of a request that hold values of its client. */
export interface SentRequest {
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The words of a body that is not JSON count as values. */
  readonly body?: Buffer | undefined;
}

/** More values than these are not looked for, so that no request costs more than a few milliseconds. */
const maxValues = 500;
/** Shorter ones are codes, or numbers of one or two digits. */
const minChars = 3;

/** Texts name no more of a long value. */
const maxQuotedChars = 64;

/** Set by software, or by a gateway, and in no text. */
const transport = new Set([
  ...['accept-encoding', 'accept-language', 'connection', 'content-length', 'forwarded', 'host', 'transfer-encoding', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'],
]);

function* scalarsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name;
    yield* scalarsIn(member);
  }
}

function* valuesIn({ path, headers, body }: SentRequest): Generator<string> {
  const [pathname = '', query = ''] = path.split(/\?(.*)/s);
  for (const segment of pathname.split('/')) {
    yield segment;
    yield decoded(segment);
  }
  for (const [name, value] of new URLSearchParams(query)) yield* [name, value];
  for (const [name, value] of Object.entries(headers)) if (!transport.has(name)) yield* [String(value), ...words(String(value))];
  if (body) yield* bodyValues(body.toString());
}

function bodyValues(text: string): Iterable<string> {
  try {
    return scalarsIn(JSON.parse(text));
  } catch {
    return words(text);
  }
}

const words = (text: string): string[] => text.split(/[\s"'=:;,&{}[\]]+/);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of the bank's own: fields, parameters, headers, and the media type of its bodies; and codes of currencies and countries. */
const isName = (value: string): boolean =>
  value === 'application/json' ||
  /^[A-Z]{2,3}$/.test(value) ||
  (!value.includes('/') && knownPath(value) === value && !/^\d*$/.test(value));

/**
 * The values of a request, as `withoutValues` looks for them: in lower case, as sent and without spaces, the longest first. A value that is
 * one of the bank's own words is left out: a name of a field, or one for which `isOwn` is true. Undefined: there are too many to look for.
 */
export function sentValues(request: SentRequest, isOwn: (value: string) => boolean = () => false): readonly string[] | undefined {
  const values = new Set<string>();
  for (const value of valuesIn(request)) {
    for (const form of [value, value.replaceAll(/\s/g, ''), value.slice(0, maxQuotedChars)])
      if (form.trim().length >= minChars && !isName(form) && !isOwn(form)) values.add(form.trim().toLowerCase());
    if (values.size > maxValues) return undefined;
  }
  return [...values].sort((one, other) => other.length - one.length);
}

/** A text with `…` in place of each value, in whatever case the text has it. */
export const withoutValues = (text: string, values: readonly string[]): string => values.reduce(without, text);

function without(text: string, value: string): string {
  const lower = text.toLowerCase();
  // The lower case of a few letters is longer: then places in the two texts differ.
  if (!lower.includes(value)) return text;
  if (lower.length !== text.length) return unknownName;
  let [rest, from] = ['', 0];
  for (let at = lower.indexOf(value); at >= 0; at = lower.indexOf(value, from)) {
    rest += text.slice(from, at) + unknownName;
    from = at + value.length;
  }
  return rest + text.slice(from);
}
