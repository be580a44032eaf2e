/** Headers of a request that are named in faults, beside those of the standard, which all have a hyphen. */
const headers = ['accept', 'authorization', 'cookie', 'date', 'digest', 'dpop', 'host', 'query', 'signature'];

const known = new Set<string>(headers);

/** Remembers the names of fields and parameters that the bank has, as far as this process has looked for them. */
export function rememberNames(names: Iterable<string>): void {
  for (const name of names) known.add(name.toLowerCase());
}

/** Remembers the names of all fields of a schema. */
export function rememberNamesOf(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, inner] of Object.entries(schema)) {
    if (keyword === 'properties') rememberNames(Object.keys(inner as object));
    rememberNamesOf(inner);
  }
}

const standardHeader = /^(?:x-request-id|consent-id|content-(?:encoding|length|type)|client-cert|(?:psu|tpp)-[a-z-]{2,40})$/;

/** Stands in a path in place of a name that the bank does not have. */
export const unknownName = '…';

const isRemembered = (name: string): boolean => known.has(name) || standardHeader.test(name);

/**
 * The path of a fault for logs and records: a client can call a field or a parameter like a person or an account, and the path of its fault
 * then holds that name. `unknownName` stands in its place. Indexes of lists stay. `isKnown` takes names in lower case; by default those
 * that this process remembers are known.
 */
export const knownPath = (path: string, isKnown: (name: string) => boolean = isRemembered): string =>
  path
    .split('/')
    .map((part) => (/^\d{0,3}$/.test(part) || isKnown(part.toLowerCase()) ? part : unknownName))
    .join('/');
