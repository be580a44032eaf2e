import { operations } from '@open-banking/spec';
import { documentText } from '../documents/document-text.js';

/** In place of a part of a path that is none of the bank's names. */
export const unknownPart = '…';

/** Headers and parameters of issuers' endpoints that no document of an operation names. */
const names = [
  ...[
    'Accept',
    'Authorization',
    'Client-Cert',
    'Content-Encoding',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Date',
    'Digest',
    'DPoP',
    'Host',
  ],
  ...['If-Match', 'Origin', 'Range', 'Signature', 'TPP-Signature-Certificate', 'X-HTTP-Method-Override'],
];

const known = new Map<string, ReadonlySet<string>>();

/** All names in the OpenAPI document of a product, without reading it as JSON: that would stay in memory. */
function namesOf(product: string): ReadonlySet<string> {
  let found = known.get(product);
  if (!found) {
    const text = documentText(`docs/openapi/${product}.json`);
    const keys = [...text.matchAll(/"([A-Za-z][A-Za-z0-9_-]{0,60})" ?:/g)].map(([, name]) => name!);
    const parameters = [...text.matchAll(/"name" ?: ?"([A-Za-z][A-Za-z0-9_-]{0,60})"/g)].map(([, name]) => name!);
    found = new Set([...names, ...keys, ...parameters].map((name) => name.toLowerCase()));
    known.set(product, found);
  }
  return found;
}

/**
 * The path of a fault without what a client made up: a body may have a field that is called like an account or a person, and the path of
 * its fault would hold it. Indexes of lists stay, and names that are in the operation's document.
 */
export function knownPath(operation: string, path: string): string {
  const row = operations.find(({ id }) => id === operation);
  const vocabulary = row ? namesOf(row.product) : new Set(names.map((name) => name.toLowerCase()));
  const isKnown = (part: string): boolean => part === '' || /^\d{1,3}$/.test(part) || vocabulary.has(part.toLowerCase());
  return path
    .split('/')
    .map((part) => (isKnown(part) ? part : unknownPart))
    .join('/');
}
