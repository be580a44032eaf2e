import type { Blocked, ConsentFacts, Offer } from '@open-banking/pages';
import { cashAccountTypes, type CustomerResource } from '@open-banking/access';
import type { Permission, Service } from '@open-banking/spec';
import { type CustomerResourcesAnswer, resolve } from '@open-banking/ais-pis-accounts';
import { kindOf, offeredPermissions, wantedOf, wholeOf } from './consent-access.js';
import { consentPhase, type ConsentStatus } from './consent.js';
import type { ConsentRow, ConsentGrantRow } from './consents.statements.js';

/** An offer with the details stored if it is granted. */
export interface ConsentOffer extends Offer {
  readonly reference: CustomerResource['reference'];
  readonly granted: readonly (Permission | 'ownerName')[];
}

/** The facts of an approval page, and further details that the approval needs. */
export interface Facts extends ConsentFacts {
  readonly offers: readonly ConsentOffer[];
  readonly leftOut: readonly Service[];
}

interface Evaluation {
  readonly offers: readonly ConsentOffer[];
  readonly unavailable: readonly Service[];
  readonly blocked?: Blocked;
  readonly second?: true;
  readonly more?: true;
}

export interface ConsentSituation {
  readonly consent: ConsentRow;
  readonly status: ConsentStatus;
  readonly psuId: string;
  /** The customer's resources. */
  readonly own: CustomerResourcesAnswer;
  readonly leftOut: readonly Service[];
  /** The first owner's resources, where another owner is asked: what they do not own any more is asked of nobody. */
  readonly first?: CustomerResourcesAnswer | undefined;
}

/** What the consent currently asks of this customer. Deterministic: the same situation gives the same facts in the same order. */
export function consentTerms(situation: ConsentSituation): Facts {
  const { consent, leftOut } = situation;
  const { offers, unavailable, blocked, second = false, more } = evaluate(situation);
  const access = shownAccess(consent, situation.status, situation.psuId);
  return {
    kind: 'consent',
    access,
    choose: access === 'offered' ? 'some' : 'none',
    rights: grantedRights(consent),
    offers,
    unavailable,
    leftOut,
    second,
    recurring: consent.recurring,
    frequencyPerDay: consent.frequencyPerDay,
    validUntil: consent.validUntil,
    ...(blocked && { blocked }),
    ...(more && { more }),
  };
}

/** What was granted, even if the consent has ended. A second owner sees only resources shared with the first. */
export const grantedBy = (consent: ConsentRow, psuId: string, own: CustomerResourcesAnswer): Facts => ({
  kind: 'consent',
  access: shownAccess(consent, 'valid', psuId),
  choose: 'none',
  rights: grantedRights(consent),
  offers: isFirst(consent, psuId) ? consent.grants.map((grant) => offerOfGrant(grant, own.resources)) : sharedOffers(consent, own),
  unavailable: [],
  leftOut: [],
  second: false,
  recurring: consent.recurring,
  frequencyPerDay: consent.frequencyPerDay,
  validUntil: consent.validUntil,
});

function evaluate(situation: ConsentSituation): Evaluation {
  const {
    consent: { approvers },
    status,
    psuId,
  } = situation;
  if (consentPhase(status) === 'ended') return { offers: [], unavailable: [], blocked: 'state' };
  if (status === 'received') return forFirstOwner(situation);
  if (approvers.includes(psuId)) return forEarlierApprover(situation);
  return status === 'partiallyAuthorised' ? forSecondOwner(situation) : { offers: [], unavailable: [], blocked: 'customer' };
}

/** No customer has approved yet. */
function forFirstOwner(situation: ConsentSituation): Evaluation {
  const { consent, own, leftOut } = situation;
  if (consent.kind !== 'dedicated') return blockedIfEmpty({ offers: coveredOffers(situation, own), unavailable: own.unavailable });
  const { found, notQueried, hasUnresolved } = resolve(wantedOf(consent.access), own.resources, [...own.unavailable, ...leftOut]);
  if (hasUnresolved) return { offers: [], unavailable: [], blocked: 'accounts' };
  return blockedIfEmpty({
    offers: found.map(({ resource, permissions }) => consentOffer(resource, permissions)),
    unavailable: notQueried.filter((service) => !leftOut.includes(service)),
  });
}

/** A customer who has already approved gets a new token; nothing else changes. */
function forEarlierApprover({ consent, own, psuId }: ConsentSituation): Evaluation {
  if (!isFirst(consent, psuId)) return { offers: sharedOffers(consent, own), unavailable: [] };
  if (isWhole(consent)) return { offers: coveredOffers({ consent }, own), unavailable: [] };
  return { offers: consent.grants.map((grant) => offerOfGrant(grant, own.resources)), unavailable: [] };
}

/** Another owner approves the waiting resources that they share. Each account may have a different second owner, so there can be several. */
function forSecondOwner({ consent, own, first }: ConsentSituation): Evaluation {
  const waiting = consent.shared.filter(
    ({ approvedBy, resourceId, service }) =>
      approvedBy === null &&
      (!first || first.unavailable.includes(service) || first.resources.some((resource) => resource.resourceId === resourceId)),
  );
  const offers = sharedOffers(consent, own).filter(({ resourceId }) => waiting.some((one) => one.resourceId === resourceId));
  const asked = [...new Set([...own.unavailable, ...(first?.unavailable ?? [])])];
  const unavailable = asked.filter((service) => waiting.some((one) => one.service === service));
  if (offers.length === 0 && unavailable.length === 0) return { offers: [], unavailable: [], blocked: 'customer' };
  return { offers, unavailable, second: true, ...(offers.length < waiting.length && { more: true }) };
}

/** The offers shared with this owner; resources of the first owner alone stay hidden. */
function sharedOffers(consent: ConsentRow, own: CustomerResourcesAnswer): ConsentOffer[] {
  const held = isWhole(consent) ? coveredOffers({ consent }, own) : consent.grants.map((grant) => offerOfGrant(grant, own.resources));
  return held.filter(
    ({ resourceId }) =>
      own.resources.some((resource) => resource.resourceId === resourceId) &&
      (!isWhole(consent) || consent.shared.some((one) => one.resourceId === resourceId)),
  );
}

const isFirst = ({ psuId }: ConsentRow, customer: string): boolean => psuId === null || psuId === customer;

const blockedIfEmpty = (evaluation: Evaluation): Evaluation =>
  evaluation.offers.length === 0 && evaluation.unavailable.length === 0 ? { ...evaluation, blocked: 'nothing' } : evaluation;

const isWhole = ({ kind }: ConsentRow): boolean => kind !== 'dedicated' && kind !== 'bankOffered';

/** The customer's resources covered by a consent that names no accounts. */
function coveredOffers(
  { consent: { access, restrictedTo } }: Pick<ConsentSituation, 'consent'>,
  { resources }: CustomerResourcesAnswer,
): ConsentOffer[] {
  const { everywhere, ownerName } = wholeOf(access);
  const permissions = [...(everywhere ?? offeredPermissions(access)), ...(ownerName ? ['ownerName' as const] : [])];
  return resources
    .filter(({ kind }) => restrictedTo === null || restrictedTo.includes(cashAccountTypes[kind]))
    .map((resource) => consentOffer(resource, permissions));
}

/** The parts of a resource that the page shows. */
type ShownResource = Pick<
  CustomerResource,
  'service' | 'kind' | 'resourceId' | 'name' | 'currency' | 'rule' | 'reference' | 'branchNumber' | 'accountNumber'
>;

function consentOffer(resource: ShownResource, granted: readonly (Permission | 'ownerName')[]): ConsentOffer {
  const { service, kind, resourceId, name, currency, rule, reference } = resource;
  return {
    key: `${service}:${resourceId}`,
    service,
    kind,
    resourceId,
    name,
    currency,
    rule,
    reference,
    granted,
    number: numberOf(resource),
    permissions: granted.filter((permission): permission is Permission => permission !== 'ownerName'),
  };
}

/** The offer as granted. Its name is known only while its service responds. */
function offerOfGrant(
  { service, kind, resourceId, rule, permissions, reference }: ConsentGrantRow,
  resources: readonly CustomerResource[],
): ConsentOffer {
  const known = resources.find((resource) => resource.resourceId === resourceId);
  return consentOffer(
    {
      service: service as CustomerResource['service'],
      kind,
      resourceId,
      rule,
      reference,
      currency: reference.currency,
      name: known?.name ?? numberOf({ reference }),
    },
    permissions,
  );
}

/** IBAN, masked card number, branch and account number, or another identifier of the owning service. */
export const numberOf = ({
  reference: { iban, maskedPan, other, bban },
  branchNumber,
  accountNumber,
}: Pick<CustomerResource, 'reference' | 'branchNumber' | 'accountNumber'>): string =>
  iban ?? maskedPan ?? (branchNumber && accountNumber ? `${branchNumber}-${accountNumber}` : (other?.identification ?? bban ?? ''));

function shownAccess(consent: ConsentRow, status: ConsentStatus, psuId: string): ConsentFacts['access'] {
  const { kind } = consent;
  if (kind === 'dedicated' || !isFirst(consent, psuId)) return 'named';
  if (kind === 'bankOffered') return status === 'received' ? 'offered' : 'named';
  return kind === 'allPsd2' ? 'all' : 'list';
}

function grantedRights({ access }: ConsentRow): ConsentFacts['rights'] {
  const { everywhere, ownerName } = wholeOf(access);
  const wanted =
    kindOf(access) === 'dedicated'
      ? wantedOf(access).flatMap(({ permissions }) => permissions)
      : [...(everywhere ?? offeredPermissions(access)), ...(ownerName ? ['ownerName' as const] : [])];
  return (['accounts', 'balances', 'transactions', 'ownerName'] as const).filter((right) => wanted.includes(right));
}
