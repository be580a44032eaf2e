const encoded = (char: string): string => `%${char.charCodeAt(0).toString(16)}`;

/** A path of the table with percent-encoded characters in its literal parts, at the places that `choose` accepts. Slashes and parameters stay. */
const withEncoded = (path: string, choose: (at: number) => boolean): string =>
  path.replaceAll(/\{[^}]+\}|[\w.~-]/g, (part, at: number) => (part.length === 1 && choose(at) ? encoded(part) : part));

/**
 * Other spellings of a path of the table (RFC 3986 §6.2.2.2): with one unreserved character of its literal parts encoded, and with all of
 * them.
 */
export function encodedForms(path: string): [one: string, all: string] {
  const literal = [...path.matchAll(/\{[^}]+\}|[\w.~-]/g)].filter(([part]) => part.length === 1).map(({ index }) => index);
  // Another place in each path: letters, digits, dots and hyphens have their turn.
  const chosen = literal[path.length % literal.length];
  return [withEncoded(path, (at) => at === chosen).replace(/%../, (code) => code.toUpperCase()), withEncoded(path, () => true)];
}
