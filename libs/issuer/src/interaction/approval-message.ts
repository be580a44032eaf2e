import { localeOf, shownFacts, wordsOf, type ApprovalFacts, type FactInWords, type Language, type Offer } from '@open-banking/pages';
import { hash } from 'node:crypto';
import type { ApprovalRequest } from '../approvals.js';

/** What a customer's app is told of an approval (docs/ports/approval-app.json). */
export interface ApprovalMessage {
  readonly facts: object;
  readonly words: readonly FactInWords[];
  readonly language: Language;
  readonly factsHash: string;
}

/** The facts as data and in the words of the page, and the hash of both, with the accounts that the customer chose. */
export function approvalMessage(
  asked: ApprovalRequest,
  clientName: string,
  facts: ApprovalFacts,
  chosen: readonly Offer[],
  language: Language,
): ApprovalMessage {
  const { offers: _, choose: __, unavailable: ___, blocked: ____, approved: _____, more: ______, ...data } = facts;
  const accounts = chosen.map(({ service, kind, resourceId, name, number, currency }) => ({
    service,
    kind,
    resourceId,
    name,
    number,
    currency,
  }));
  const told = { client: clientName, clientId: asked.clientId, id: asked.id, ...data, accounts };
  const words = wordsOf(shownFacts(facts, localeOf(language), language).lines);
  return { facts: told, words, language, factsHash: factsHash({ facts: told, words }) };
}

/** SHA-256 of the canonical JSON (RFC 8785), base64url. */
export const factsHash = (told: { readonly facts: object; readonly words: readonly object[] }): string =>
  hash('sha256', canonicalJson(told), 'base64url');

/** RFC 8785 for what stands in facts: texts, whole numbers, booleans, lists and objects. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
