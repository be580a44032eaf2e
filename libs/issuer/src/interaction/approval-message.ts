import { hashFacts } from '@open-banking/commands';
import { localeOf, shownFacts, factsInWords, type ApprovalFacts, type FactInWords, type Language, type Offer } from '@open-banking/pages';
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
  const content = { client: clientName, clientId: asked.clientId, id: asked.id, ...data, accounts };
  const words = factsInWords(shownFacts(facts, localeOf(language), language).lines);
  return { facts: content, words, language, factsHash: hashFacts({ facts: content, words }) };
}
