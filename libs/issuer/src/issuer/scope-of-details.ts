import type { Issuer } from '@open-banking/spec';
import { approvedId, detailsOf, scopesOf } from './scopes.js';

/** An entry of `authorization_details` (RFC 9396 §2). */
export type Entry = Readonly<Record<string, unknown>>;

/** The id in an entry that has nothing but its type and an id, such as a token response has; undefined: it asks to create something. */
export function idInEntry(issuer: Issuer, entry: Entry): unknown {
  const { idName } = detailsOf[issuer]!;
  return Object.keys(entry).length === 2 && Object.hasOwn(entry, idName) ? entry[idName] : undefined;
}

/** The scope with the id in an entry; undefined where no id can be so. */
export function scopeOfId(issuer: Issuer, id: unknown): string | undefined {
  const scope = `${scopesOf[issuer].approved}:${String(id)}`;
  return typeof id === 'string' && approvedId(issuer, scope) !== undefined ? scope : undefined;
}

/**
 * Says where `scope` contradicts the entry beside it; undefined where they agree (RFC 9396 §3.1). A scope without an id, such as AIS,
 * agrees with every entry of its issuer, because it names what the entry says more of; one with an id agrees with an entry that names it.
 */
export function scopeFault(issuer: Issuer, scope: string | undefined, entry: Entry): string | undefined {
  const { approved } = scopesOf[issuer];
  const named = scopeOfId(issuer, idInEntry(issuer, entry));
  const other = scope?.split(' ').find((word) => word !== approved && word !== named);
  if (other === undefined) return undefined;
  return `scope and authorization_details contradict each other: ${other.slice(0, 64)} ${contradiction(issuer, other, named)}. ${beside(issuer)}`;
}

function contradiction(issuer: Issuer, word: string, named: string | undefined): string {
  if (!word.startsWith(`${scopesOf[issuer].approved}:`)) return 'is not what they ask for';
  return named === undefined
    ? 'names what exists, and they ask to create another'
    : `is not the ${detailsOf[issuer]!.idName} that they name`;
}

const beside = (issuer: Issuer): string => `Beside them scope may be ${scopesOf[issuer].approved}, or left out`;
