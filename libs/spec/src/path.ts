type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Camel<Name> | Names<Rest> : never;

/** The path parameters of an operation, by their names in code: `{card-id}` is `cardId`. */
export type ParamsOf<Path extends string> = { readonly [Name in Names<Path>]: string };

/** `card-id` as code spells it: `cardId`. */
export const inCode = remembered((name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));

/** Parameters that share a segment. Fastify's own expression takes no line break, and Nest no empty parameter: those are malformed ones, and no other path. */
const joined = '([^]+)';

/** A path as Fastify spells it: `/v1.7/cards/{card-id}` is `/v1.7/cards/:cardId` (a hyphen in a name never matches). */
export const asRoute = (path: string): string =>
  path
    .split('/')
    .map((segment) => {
      const form = segment.split('{').length > 2 ? joined : '';
      return segment.replace(/\{([^}]+)\}/g, (_, name: string) => `:${inCode(name)}${form}`);
    })
    .join('/');

/**
 * A path as an anchored regular expression. Two parameters joined by a hyphen split at the last one, as Fastify does.
 * `segment` is what one parameter may consist of.
 */
export const asPattern = (path: string, segment = '[^/]+'): string =>
  `^${path
    .split(/\{[^}]+\}/)
    .map((literal) => literal.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
    .join(segment)}$`;

/** The two hexadecimal digits that stand for an unreserved character (RFC 3986 §2.3): a letter, a digit, `-`, `.`, `_` or `~`. */
export const unreservedDigits = '2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]';
/** A segment that is a single or a double dot: software on the way may resolve it (RFC 3986 §5.2.4). */
export const dotSegment = '(^|/)[.][.]?(/|$)';

const [encodedUnreserved, anyDotSegment] = [new RegExp(`%(${unreservedDigits})`, 'gi'), new RegExp(dotSegment)];

/**
 * A path (without query) in the form that is compared with the table: percent-encoded unreserved characters are decoded, once, because both
 * forms are the same URI (RFC 3986 §6.2.2.2). A path that would then have a segment `.` or `..` is returned as it was sent. For routing
 * only: signatures, DPoP proofs, idempotency and the forwarded request have the path as it was sent.
 */
export function routingPath(sent: string): string {
  if (!sent.includes('%')) return sent;
  const decoded = sent.replace(encodedUnreserved, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return anyDotSegment.test(decoded) ? sent : decoded;
}

/** The names of a path's parameters as the specification spells them, in order. */
export const parametersOf = remembered((path: string): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!));

/** Names and paths are those of the table: few, and asked about at every request. */
function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = of(text);
    known.set(text, found);
    return found;
  };
}
