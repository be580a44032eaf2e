import { operations } from '@open-banking/spec';
import { documentText } from '../documents/document-text.js';

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

const withoutDocument: ReadonlySet<string> = new Set(names.map((name) => name.toLowerCase()));

/** The names of all fields, parameters and headers that the documents of an operation's product have, in lower case. */
export function documentedNames(operation: string): ReadonlySet<string> {
  const row = operations.find(({ id }) => id === operation);
  return row ? namesOf(row.product) : withoutDocument;
}
