import { unknownName } from '@open-banking/messages';

/** Takes credentials out of a text. */
export type Clean = (text: string) => string;

/** Keeps nothing: for a request with more credentials than can be looked for. */
export const keepsNothing: Clean = () => unknownName;

/** Shorter texts hold no credential that is looked for. */
const minCredentialChars = 6;
const [minChars, window, minChanges] = [40, 36, 13];

/** A run of characters of which tokens, keys and signatures consist, with the parts that follow; a JWS or JWE; bytes in pairs of digits. */
const suspects = new RegExp(
  [
    `[A-Za-z0-9_+=/-]{${minChars},}(?:\\.+[A-Za-z0-9_-]+)*`,
    '(?:eyJ|(?<![A-Za-z0-9])(?:ey[A-Z]|ew[0ko]))[A-Za-z0-9_-]+\\.[A-Za-z0-9_.-]*',
    '(?:[0-9A-Fa-f]{2}[: ]){19,}[0-9A-Fa-f]{2}',
  ].join('|'),
  'g',
);
const signedOrSealed = /^e[yw][A-Za-z0-9][A-Za-z0-9_-]*\./;
const uuids = /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/g;

const kindOf = (char: number): number => (char < 58 ? 0 : char < 91 ? 1 : 2);

/**
 * Base64 changes between digits, capitals and small letters at more than half of its places, the words of a path at few. UUIDs are no
 * secrets.
 */
function isRandom(text: string): boolean {
  const rest = text.replaceAll(uuids, '').replaceAll(/[^A-Za-z0-9]/g, '');
  if (![/\d/, /[A-Z]/, /[a-z]/].every((kind) => kind.test(rest))) return false;
  const changes = Array.from({ length: rest.length }, (_, at) => at > 0 && kindOf(rest.charCodeAt(at)) !== kindOf(rest.charCodeAt(at - 1)));
  let count = 0;
  return changes.some((isChange, at) => {
    if (isChange) count += 1;
    if (at >= window && changes[at - window]) count -= 1;
    return count >= minChanges;
  });
}

/** A slash stands in paths and in base64. */
function withoutSecret(found: string): string {
  if (!found.includes('/') || isRandom(found)) return unknownName;
  const isSecret = (segment: string): boolean => segment.length >= minChars || signedOrSealed.test(segment);
  return found
    .split('/')
    .map((segment) => (isSecret(segment) ? unknownName : segment))
    .join('/');
}

const maxDecodings = 3;

/** With the characters that `%` and two digits stand for, also where they are no whole text. */
export function withoutPercents(text: string): string {
  let rest = text;
  for (let count = 0; count < maxDecodings && /%[0-9A-Fa-f]{2}/.test(rest); count += 1)
    rest = rest.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  return rest;
}

/**
 * Takes credentials out of texts: those of the request itself, and any word in the form of a token, code, verifier, key, secret or
 * signed or sealed JWT, also with characters written as `%` and two digits. Ids, account numbers, references and the words of
 * addresses are kept; so are 32 hexadecimal digits, which are usual for end-to-end ids.
 */
export function cleaner(credentials: readonly string[]): Clean {
  const withoutBoth: Clean = (text) =>
    credentials.reduce((rest, one) => rest.replaceAll(one, unknownName), text).replaceAll(suspects, withoutSecret);
  const withoutEncoded = (word: string): string => {
    if (!word.includes('%')) return word;
    const plain = withoutPercents(word);
    return withoutBoth(plain) === plain ? word : unknownName;
  };
  const withoutWords: Clean = (text) =>
    text.includes('%')
      ? text
          .split(/([\s"<>{}\\]+)/)
          .map(withoutEncoded)
          .join('')
      : text;
  const withoutAny: Clean = (text) => (text.length < minCredentialChars ? text : withoutBoth(withoutWords(text)));
  return (text) => withoutAny(text).replaceAll('\0', unknownName).toWellFormed();
}
