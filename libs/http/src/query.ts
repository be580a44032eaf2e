import type { Fault } from '@open-banking/messages';

const FAULTS = Symbol('faults');
export type Query = Record<string, string> & { [FAULTS]?: Fault[] };

/** A query string, each name once. What cannot be read is remembered for validation and reported with the other faults. */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null) as Query;
  const faults: Fault[] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name, value] = decoded(pair);
    if (name === undefined || value === undefined)
      faults.push({ code: 'FORMAT_ERROR', path: 'query', text: 'The query is not percent-encoded UTF-8.' });
    else if (name in query) faults.push({ code: 'FORMAT_ERROR', path: name.slice(0, 64), text: 'This parameter may be given once.' });
    else query[name] = value;
  }
  if (faults.length > 0) Object.defineProperty(query, FAULTS, { value: faults, enumerable: false });
  return query;
}

export const queryFaults = (query: unknown): readonly Fault[] => (query as Query)?.[FAULTS] ?? [];

function decoded(pair: string): [string?, string?] {
  const cut = pair.indexOf('=');
  try {
    const [name, value] = [cut < 0 ? pair : pair.slice(0, cut), cut < 0 ? '' : pair.slice(cut + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    ) as [string, string];
    return name.includes('\0') || value.includes('\0') ? [] : [name, value];
  } catch {
    return [];
  }
}
