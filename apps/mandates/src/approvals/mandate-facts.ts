import type { Blocked, CancellationFacts, MandateFacts, Offer } from '@open-banking/pages';
import type { CustomerResource } from '@open-banking/access';
import type { AccountReference } from '@open-banking/messages';
import { phaseOf, type MandateStatus } from '../mandates/mandate.js';
import type { MandateRequest } from '../mandates/mandates.messages.js';
import type { MandateRow } from '../mandates/mandates.statements.js';

export interface Situation {
  readonly mandate: MandateRow;
  /** What it is now, written down or not. */
  readonly status: MandateStatus;
  readonly psuId: string;
  /** The current accounts of the customer who is asked; undefined where ais-pis does not answer. */
  readonly own: readonly CustomerResource[] | undefined;
  readonly today: string;
}

type Judged = Pick<MandateFacts, 'offers' | 'choose' | 'second' | 'unavailable' | 'blocked'>;
const usual = { offers: [], choose: 'none', second: false, unavailable: [] } as const satisfies Judged;
const blocked = (why: Blocked): Judged => ({ ...usual, blocked: why });

/** What a mandate asks of this customer now. The same situation gives the same facts, in the same order. */
export function mandateFacts(situation: Situation): MandateFacts {
  const {
    mandate: { request },
    today,
  } = situation;
  return { kind: 'mandate', ...termsOf(request, today), ...judge(situation) };
}

/** What its cancellation asks of a customer who has approved it; `waits`: nobody has answered yet. */
export function cancellationFacts({ mandate, status, psuId, today }: Omit<Situation, 'own'>, waits: boolean): CancellationFacts {
  const account = mandate.debtorAccount ? `${mandate.debtorAccount.name} ${mandate.debtorAccount.iban}` : '';
  const facts = { kind: 'cancellation', ...termsOf(mandate.request, today), ...usual, account } as const;
  if (!mandate.approvers.includes(psuId)) return { ...facts, account: '', blocked: 'customer' };
  return waits && phaseOf(status) === 'living' ? facts : { ...facts, blocked: 'state' };
}

function judge(situation: Situation): Judged {
  const { mandate, status, psuId, own } = situation;
  if (phaseOf(status) === 'ended') return blocked('state');
  if (mandate.approvers.includes(psuId)) return { ...usual, offers: [chosenBefore(mandate, own)] };
  if (phaseOf(status) === 'living') return blocked('customer');
  if (!own) return { ...usual, unavailable: ['ais-pis'] };
  return status === 'PATC' ? asSecond(mandate, own) : asked(mandate.request, own);
}

/** Nobody has approved yet: the account that is named, or one the customer chooses, in the currency that will be collected. */
function asked(request: MandateRequest, own: readonly CustomerResource[]): Judged {
  const currency = (request.collectionAmount ?? request.maximumAmount)?.currency;
  const fit = own.filter((account) => currency === undefined || account.currency === currency);
  const { debtorAccount } = request;
  const found = debtorAccount ? fit.filter((account) => names(debtorAccount, account)) : fit;
  if (found.length === 0) return blocked(debtorAccount ? 'accounts' : 'nothing');
  return { ...usual, offers: found.map(offerOf), choose: found.length > 1 ? 'one' : 'none' };
}

/** By the other owner of the account. */
function asSecond({ debtorAccountId }: MandateRow, own: readonly CustomerResource[]): Judged {
  const shared = own.find(({ resourceId, rule }) => resourceId === debtorAccountId && rule === 'both');
  return shared ? { ...usual, offers: [offerOf(shared)], second: true } : blocked('customer');
}

/** Whether a reference names this account. What it says of currency and type must be so. */
function names({ iban, bban, currency, cashAccountType }: AccountReference, { reference, ...account }: CustomerResource): boolean {
  if ((currency ?? account.currency) !== account.currency || (cashAccountType ?? account.cashAccountType) !== account.cashAccountType)
    return false;
  // ISO 13616: what follows the country and the check digits of an IBAN is the BBAN.
  return iban !== undefined ? iban === reference.iban : bban !== undefined && bban.toUpperCase() === reference.iban?.slice(4);
}

function offerOf({
  resourceId,
  name,
  currency,
  rule,
  reference,
}: Pick<CustomerResource, 'resourceId' | 'name' | 'currency' | 'rule' | 'reference'>): Offer {
  return {
    key: `ais-pis:${resourceId}`,
    service: 'ais-pis',
    kind: 'account',
    resourceId,
    name,
    number: reference.iban ?? '',
    currency,
    rule,
    permissions: [],
  };
}

/** By a customer who has approved already: for a new token, nothing else changes. */
function chosenBefore({ debtorAccountId, debtorAccount }: MandateRow, own: readonly CustomerResource[] | undefined): Offer {
  const rule = own?.find(({ resourceId }) => resourceId === debtorAccountId)?.rule ?? 'any';
  const { iban, currency, name } = debtorAccount!;
  return offerOf({ resourceId: debtorAccountId!, name, currency, rule, reference: { iban, currency } });
}

/** What a creditor may collect, how often, and for how long. */
export function termsOf(
  { creditor, creditorSchemeIdentification, mandateId, collectionAmount, maximumAmount, occurrences }: MandateRequest,
  today: string,
) {
  const { sequenceType, frequencyType, firstCollectionDate, finalCollectionDate } = occurrences;
  return {
    creditorName: creditor.name,
    creditorId: creditorSchemeIdentification,
    mandateId,
    ...(collectionAmount && { amount: collectionAmount }),
    ...(maximumAmount && { maximum: maximumAmount }),
    frequency: (sequenceType === 'OOFF' ? 'once' : frequencyType) as MandateFacts['frequency'],
    from: firstCollectionDate ?? today,
    ...(finalCollectionDate !== undefined && { until: finalCollectionDate }),
  };
}
