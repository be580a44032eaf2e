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

/** A member or an entry of a JSON text. */
export interface SentNode {
  /** Absent for an entry of a list. */
  readonly name?: string | undefined;
  /** A text or a number as text. Absent for any other value. */
  readonly scalar?: string | undefined;
}

/** More values than these are not looked for, so that no request costs more than a few milliseconds. */
const maxValues = 500;
/** The same for words of the bank's own and short values, which are looked at and left out. */
const maxLookedAt = 1_000;
/** Members and entries of a body, at any depth, and words of a text. */
const maxNodes = 4_000;
/** Shorter ones are codes, or numbers of one or two digits. */
const minChars = 3;

/** Texts name no more of a long value. */
const maxQuotedChars = 64;

/** Set by software, or by a gateway, and in no text. */
const transport = new Set([
  ...['accept-encoding', 'accept-language', 'connection', 'content-length', 'forwarded', 'host', 'transfer-encoding', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'],
]);

const structural = new Set(Buffer.from(',[{'));

/** True for a text that has more members and entries than are looked at: then it need not be parsed. Those in strings count too. */
export function hasManyNodes(json: Buffer): boolean {
  let count = 0;
  for (const byte of json) if (structural.has(byte) && (count += 1) > maxNodes) return true;
  return false;
}

const scalarOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/**
 * The members and entries of a JSON value at all depths, without recursion: a client chooses how deep its body is. Undefined: there are
 * more than 4,000.
 */
export function sentNodes(value: unknown): readonly SentNode[] | undefined {
  const nodes: SentNode[] = [{ scalar: scalarOf(value) }];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    const isList = Array.isArray(one);
    const entries = isList ? one.map((entry: unknown) => [undefined, entry] as const) : Object.entries(one);
    if (nodes.length + entries.length > maxNodes) return undefined;
    for (const [name, below] of entries) {
      nodes.push({ name, scalar: scalarOf(below) });
      waiting.push(below);
    }
  }
  return nodes;
}

/** Undefined: there are too many. */
function valuesIn({ path, headers, body }: SentRequest): readonly string[] | undefined {
  const [pathname = '', query = ''] = path.split(/\?(.*)/s);
  const values = pathname.split('/', maxNodes).flatMap((segment) => [segment, decoded(segment)]);
  for (const pair of new URLSearchParams(query)) values.push(...pair);
  for (const [name, value] of Object.entries(headers)) if (!transport.has(name)) values.push(String(value), ...words(String(value)));
  const inBody = body ? bodyValues(body) : [];
  return inBody && values.length + inBody.length <= 2 * maxNodes ? [...values, ...inBody] : undefined;
}

function bodyValues(sent: Buffer): readonly string[] | undefined {
  if (hasManyNodes(sent)) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(sent.toString());
  } catch {
    const found = words(sent.toString());
    return found.length > maxNodes ? undefined : found;
  }
  return sentNodes(body)?.flatMap(({ name, scalar }) => [name, scalar].filter((one) => one !== undefined));
}

const words = (text: string): string[] => text.split(/[\s"'=:;,&{}[\]]+/, maxNodes + 1);

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

/** As sent, without spaces, and as far as a text names it. */
function formsOf(value: string): readonly string[] {
  const forms = /\s/.test(value) ? [value.trim(), value.replaceAll(/\s/g, '')] : [value];
  return value.length > maxQuotedChars ? [...forms, value.slice(0, maxQuotedChars).trim()] : forms;
}

/**
 * The values of a request, as `withoutValues` looks for them: in lower case, as sent and without spaces, the longest first. A value that is
 * one of the bank's own words is left out: a name of a field, or one for which `isOwn` is true. Undefined: there are too many to look for.
 */
export function sentValues(request: SentRequest, isOwn: (value: string) => boolean = () => false): readonly string[] | undefined {
  const found = valuesIn(request);
  if (!found) return undefined;
  const lookedAt = new Set(found.filter((value) => value.length >= minChars));
  if (lookedAt.size > maxLookedAt) return undefined;
  const isKept = (form: string): boolean => form.length >= minChars && !isName(form) && !isOwn(form);
  const values = new Set<string>();
  for (const value of lookedAt) for (const form of formsOf(value).filter(isKept)) values.add(form.toLowerCase());
  return values.size > maxValues ? undefined : [...values].sort((one, other) => other.length - one.length);
}

/** A text with `…` in place of each value, in whatever case the text has it. */
export function withoutValues(text: string, values: readonly string[]): string {
  let rest = text;
  let lower = rest.toLowerCase();
  for (const value of values) {
    if (!lower.includes(value)) continue;
    rest = without(rest, lower, value);
    lower = rest.toLowerCase();
  }
  return rest;
}

function without(text: string, lower: string, value: string): string {
  // The lower case of a few letters is longer: then places in the two texts differ.
  if (lower.length !== text.length) return unknownName;
  let [rest, from] = ['', 0];
  for (let at = lower.indexOf(value); at >= 0; at = lower.indexOf(value, from)) {
    rest += text.slice(from, at) + unknownName;
    from = at + value.length;
  }
  return rest + text.slice(from);
}
