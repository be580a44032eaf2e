import type { Blocked, CancellationFacts, MandateFacts, Offer } from '@open-banking/pages';
import type { CustomerResource } from '@open-banking/access';
import { bbanIn, storedReference, type AccountReference } from '@open-banking/messages';
import { phaseOf, type MandateStatus } from '../mandates/mandate.js';
import type { MandateRequest } from '../mandates/mandates.messages.js';
import type { MandateRow } from '../mandates/mandates.statements.js';

export interface Situation {
  readonly mandate: MandateRow;
  /** The current status, even if it is not stored yet. */
  readonly status: MandateStatus;
  readonly psuId: string;
  /** The customer's current accounts; undefined if ais-pis does not answer. */
  readonly own: readonly CustomerResource[] | undefined;
  /** IBANs with a living mandate of this creditor with this number. */
  readonly taken: readonly string[];
  readonly today: string;
}

type Assessment = Pick<MandateFacts, 'offers' | 'choose' | 'second' | 'unavailable' | 'blocked'>;
const usual = { offers: [], choose: 'none', second: false, unavailable: [] } as const satisfies Assessment;
const blocked = (why: Blocked): Assessment => ({ ...usual, blocked: why });

/** What this customer is asked to approve now. The same situation gives the same facts in the same order. */
export function mandateFacts(situation: Situation): MandateFacts {
  const {
    mandate: { request },
    today,
  } = situation;
  return { kind: 'mandate', ...termsOf(request, today), ...assess(situation) };
}

/** What a customer is asked when a mandate is to be cancelled. `isOwner`: they own its account now; `isPending`: the request has no answer yet. */
export function cancellationFacts(
  { mandate, status, today }: Pick<Situation, 'mandate' | 'status' | 'today'>,
  { isOwner, isPending }: { readonly isOwner: boolean; readonly isPending: boolean },
): CancellationFacts {
  const account = mandate.debtorAccount ? `${mandate.debtorAccount.name} ${mandate.debtorAccount.iban}` : '';
  const facts = { kind: 'cancellation', ...termsOf(mandate.request, today), ...usual, account } as const;
  if (!isOwner) return { ...facts, account: '', blocked: 'customer' };
  return isPending && phaseOf(status) === 'active' ? facts : { ...facts, blocked: 'state' };
}

function assess(situation: Situation): Assessment {
  const { mandate, status, psuId, own, taken } = situation;
  if (phaseOf(status) === 'ended') return blocked('state');
  const isActive = phaseOf(status) === 'active';
  const hasAccount = mandate.debtorAccountId !== null;
  // Whether or not they have approved, it is not for customers who do not own the account, or no longer do.
  if (hasAccount && own && !own.some(({ resourceId }) => resourceId === mandate.debtorAccountId)) return blocked('customer');
  if (mandate.approvers.includes(psuId)) return { ...usual, ...(isActive && { approved: true }), offers: [chosenBefore(mandate, own)] };
  if (isActive) return blocked('customer');
  if (!own) return { ...usual, unavailable: ['ais-pis'] };
  return status === 'PATC' ? secondApproval(mandate, own, taken) : firstApproval(mandate.request, own, taken);
}

/** Nobody has approved yet: offers the account that the request names, or all accounts in the currency of the collections. An account cannot collect from itself. */
function firstApproval(request: MandateRequest, own: readonly CustomerResource[], taken: readonly string[]): Assessment {
  const currency = (request.collectionAmount ?? request.maximumAmount)?.currency;
  const fit = own.filter(
    (account) => (currency === undefined || account.currency === currency) && !isNamedBy(request.creditorAccount, account),
  );
  const { debtorAccount } = request;
  const found = debtorAccount ? fit.filter((account) => matches(debtorAccount, account)) : fit;
  if (found.length === 0) return blocked(debtorAccount ? 'accounts' : 'nothing');
  const free = found.filter(({ reference: { iban = '' } }) => !taken.includes(iban));
  if (free.length === 0) return blocked('mandate-exists');
  return { ...usual, offers: free.map(offerOf), choose: free.length > 1 ? 'one' : 'none' };
}

/** Another owner of the account approves. */
function secondApproval(
  { debtorAccountId, debtorAccount }: MandateRow,
  own: readonly CustomerResource[],
  taken: readonly string[],
): Assessment {
  const shared = own.find(({ resourceId }) => resourceId === debtorAccountId);
  if (!shared) return blocked('customer');
  const facts = { ...usual, offers: [offerOf(shared)], second: true };
  return taken.includes(debtorAccount!.iban) ? { ...facts, blocked: 'mandate-exists' } : facts;
}

/** Whether the creditor's account is this one, by whichever number it is named. */
function isNamedBy({ iban, bban, other }: AccountReference, { reference }: CustomerResource): boolean {
  const number = (iban ?? bban ?? other?.identification)?.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return number !== undefined && reference.iban !== undefined && [reference.iban, bbanIn(reference.iban)].includes(number);
}

/** Whether a reference matches this account. Its currency and account type, if given, must match too. */
function matches({ iban, bban, currency, cashAccountType }: AccountReference, { reference, ...account }: CustomerResource): boolean {
  if ((currency ?? account.currency) !== account.currency || (cashAccountType ?? account.cashAccountType) !== account.cashAccountType)
    return false;
  // ISO 13616: the BBAN is the IBAN without its country code and check digits.
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

/** A customer who has already approved authorizes again: the client gets a new token, nothing else changes. */
function chosenBefore({ debtorAccountId, debtorAccount }: MandateRow, own: readonly CustomerResource[] | undefined): Offer {
  const rule = own?.find(({ resourceId }) => resourceId === debtorAccountId)?.rule ?? 'any';
  const { iban, currency, name } = debtorAccount!;
  return offerOf({ resourceId: debtorAccountId!, name, currency, rule, reference: { iban, currency } });
}

/** The terms of a mandate: the amount, how often and how long the creditor may collect. */
export function termsOf(
  { creditor, creditorSchemeIdentification, creditorAccount, mandateId, collectionAmount, maximumAmount, occurrences }: MandateRequest,
  today: string,
) {
  const { sequenceType, frequencyType, firstCollectionDate, finalCollectionDate } = occurrences;
  return {
    creditorName: creditor.name,
    creditorId: creditorSchemeIdentification,
    creditorAccount: numberOf(creditorAccount),
    mandateId,
    ...(collectionAmount && { amount: collectionAmount }),
    ...(maximumAmount && { maximum: maximumAmount }),
    frequency: (sequenceType === 'OOFF' ? 'once' : frequencyType) as MandateFacts['frequency'],
    from: firstCollectionDate ?? today,
    ...(finalCollectionDate !== undefined && { until: finalCollectionDate }),
  };
}

/** As a creditor may name its account. Of a card the customer is shown the end. */
function numberOf(stored: AccountReference): string {
  const { iban, bban, maskedPan, msisdn, other } = storedReference(stored);
  return iban ?? bban ?? maskedPan ?? msisdn ?? other?.identification ?? '';
}
