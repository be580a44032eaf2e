import { hasManyNodes, sentNodes } from '@open-banking/http';
import { withoutPercents } from './without-credentials.js';

/** A request, as far as it can hold credentials. */
export interface CredentialsRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: Buffer | undefined;
}

/** With all of their forms they are looked for in a few milliseconds. */
const maxCredentials = 12;
const [minHeaderChars, minNamedChars] = [8, 6];
/** The other forms of longer ones are found as tokens. */
const maxEncodedChars = 40;

/** Names that clients give to credentials, in whatever part of a request. */
const credentialName =
  /secret|(?:pass(?:word|wd|phrase|code)|token|assertion|verifier|cookie|credentials?|(?:api|private)[-_]?key)$|(?:^|[-_])(?:authorization|code|dpop|jwt|otp|pin|pwd|session|tan)$/i;

type Pair = readonly [name: string, value: string];

/** Undefined: the body has more members than can be looked at. */
function pairsOfBody(body: Buffer | undefined): readonly Pair[] | undefined {
  if (!body || body.length === 0) return [];
  if (hasManyNodes(body)) return undefined;
  const text = body.toString();
  try {
    const nodes = sentNodes(JSON.parse(text));
    return nodes?.flatMap(({ name, scalar }) => (name !== undefined && scalar !== undefined ? [[name, scalar] as const] : []));
  } catch {
    return text.includes('=') ? [...new URLSearchParams(text)] : [];
  }
}

const named = (pairs: readonly Pair[]): string[] =>
  pairs.filter(([name, value]) => value.length >= minNamedChars && credentialName.test(name)).map(([, value]) => value);

/** The password of `Basic`; its user is the id of a client. */
function basicPassword(authorization: string): string[] {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1];
  const password = encoded === undefined ? undefined : /:(.*)/s.exec(Buffer.from(encoded, 'base64').toString())?.[1];
  return password === undefined ? [] : [password, withoutPercents(password)].filter((one) => one.length >= minNamedChars);
}

function inHeaders(headers: CredentialsRequest['headers']): string[] {
  const { authorization = '', cookie = '', dpop = '' } = headers as Readonly<Record<string, string>>;
  const cookies = cookie.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1));
  const others = Object.entries(headers).filter(([name]) => !['authorization', 'cookie', 'dpop'].includes(name));
  return [
    ...[...authorization.split(/\s+/), ...cookies, dpop].filter((one) => one.length >= minHeaderChars),
    ...basicPassword(authorization),
    ...named(others.map(([name, value]) => [name, String(value)])),
  ];
}

/** The text in base64 behind `before` other bytes (0 to 2), without the characters that depend on its neighbours. */
const base64 = (text: string, before: number): string =>
  Buffer.from(' '.repeat(before) + text)
    .toString('base64')
    .replace(/=+$/, '')
    .slice(before === 0 ? 0 : before + 1, -1);

function formsOf(credential: string): readonly string[] {
  const encoded = encodeURIComponent(credential.toWellFormed());
  const percents = [encoded, encoded.replaceAll('%20', '+'), encoded.replaceAll(/%../g, (one) => one.toLowerCase())];
  if (credential.length >= maxEncodedChars) return [credential, ...percents];
  const hex = Buffer.from(credential).toString('hex');
  const inBase64 = [0, 1, 2].map((before) => base64(credential, before));
  const inUrls = inBase64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
  return [credential, ...percents, hex, hex.toUpperCase(), ...inBase64, ...inUrls];
}

/** A JSON text without its escapes. */
export function plainJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const nodes = sentNodes(JSON.parse(text));
    return nodes ? nodes.flatMap(({ name, scalar }) => [name, scalar]).join('\n') : text;
  } catch {
    return text;
  }
}

/**
 * The credentials of a request that stand in one of the texts, in each form that they have there: those of its headers, and the values of
 * members and parameters with the name of a credential. They are kept nowhere. Undefined: there are too many to look for.
 */
export function sentCredentials({ path, headers, body }: CredentialsRequest, texts: readonly string[]): readonly string[] | undefined {
  const pairs = pairsOfBody(body);
  if (!pairs) return undefined;
  const [, query = ''] = path.split(/\?(.*)/s);
  const found = new Set([...inHeaders(headers), ...named([...new URLSearchParams(query)]), ...named(pairs)]);
  if (found.size > maxCredentials) return undefined;
  const places = texts.flatMap((text) => (text.includes('%') ? [text, withoutPercents(text)] : [text]));
  const forms = new Set([...found].flatMap(formsOf));
  return [...forms].filter((form) => places.some((place) => place.includes(form))).sort((one, other) => other.length - one.length);
}
