import { hash } from 'node:crypto';

/** RFC 8785 for what stands in facts: texts, whole numbers, booleans, lists and objects. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** SHA-256 of the canonical JSON, base64url: what a port answers about. */
export const hashFacts = (facts: object): string => hash('sha256', canonicalJson(facts), 'base64url');
