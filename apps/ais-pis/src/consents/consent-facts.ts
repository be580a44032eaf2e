import type { Blocked, ConsentFacts, Offer } from '@open-banking/pages';
import { cashAccountTypes, type CustomerResource } from '@open-banking/access';
import type { Permission, Service } from '@open-banking/spec';
import type { CustomerResourcesAnswer } from '../customer-resources/customer-resources.service.js';
import { kindOf, offeredPermissions, wantedOf, wholeOf } from './consent-access.js';
import { phaseOf, type ConsentStatus } from './consent.js';
import type { ConsentRow, GrantRow } from './consents.statements.js';
import { resolve } from './resource-match.js';

/** An offer with what a grant of it would say. */
export interface ConsentOffer extends Offer {
  readonly reference: CustomerResource['reference'];
  readonly granted: readonly (Permission | 'ownerName')[];
}

/** The facts of a page, and what approval needs to know besides. */
export interface Facts extends ConsentFacts {
  readonly offers: readonly ConsentOffer[];
  readonly leftOut: readonly Service[];
}

interface Judged {
  readonly offers: readonly ConsentOffer[];
  readonly unavailable: readonly Service[];
  readonly blocked?: Blocked;
  readonly second?: true;
  readonly more?: true;
}

export interface Situation {
  readonly consent: ConsentRow;
  readonly status: ConsentStatus;
  readonly psuId: string;
  /** What the customer has. */
  readonly own: CustomerResourcesAnswer;
  readonly leftOut: readonly Service[];
}

/** What a consent asks of this customer now. The same situation gives the same facts, in the same order. */
export function factsOf(situation: Situation): Facts {
  const { consent, leftOut } = situation;
  const { offers, unavailable, blocked, second = false, more } = judge(situation);
  const access = accessOf(consent, situation.status, situation.psuId);
  return {
    kind: 'consent',
    access,
    choose: access === 'offered' ? 'some' : 'none',
    rights: rightsOf(consent),
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

/** What was granted, whatever has become of it: to a second owner, what they share with the first. */
export const grantedBy = (consent: ConsentRow, psuId: string, own: CustomerResourcesAnswer): Facts => ({
  kind: 'consent',
  access: accessOf(consent, 'valid', psuId),
  choose: 'none',
  rights: rightsOf(consent),
  offers: isFirst(consent, psuId) ? consent.grants.map((grant) => offerOfGrant(grant, own.resources)) : theirs(consent, own),
  unavailable: [],
  leftOut: [],
  second: false,
  recurring: consent.recurring,
  frequencyPerDay: consent.frequencyPerDay,
  validUntil: consent.validUntil,
});

function judge(situation: Situation): Judged {
  const {
    consent: { approvers },
    status,
    psuId,
  } = situation;
  if (phaseOf(status) === 'ended') return { offers: [], unavailable: [], blocked: 'state' };
  if (status === 'received') return asked(situation);
  if (approvers.includes(psuId)) return again(situation);
  return status === 'partiallyAuthorised' ? asSecond(situation) : { offers: [], unavailable: [], blocked: 'customer' };
}

/** Nobody has approved yet. */
function asked(situation: Situation): Judged {
  const { consent, own, leftOut } = situation;
  if (consent.kind !== 'dedicated') return orNothing({ offers: offered(situation, own), unavailable: own.unavailable });
  const { found, notQueried, hasUnresolved } = resolve(wantedOf(consent.access), own.resources, [...own.unavailable, ...leftOut]);
  if (hasUnresolved) return { offers: [], unavailable: [], blocked: 'accounts' };
  return orNothing({
    offers: found.map(({ resource, permissions }) => offerOf(resource, permissions)),
    unavailable: notQueried.filter((service) => !leftOut.includes(service)),
  });
}

/** By a customer who has approved already: for a new token, nothing else changes. */
function again({ consent, own, psuId }: Situation): Judged {
  if (!isFirst(consent, psuId)) return { offers: theirs(consent, own), unavailable: [] };
  if (isWhole(consent)) return { offers: offered({ consent }, own), unavailable: [] };
  return { offers: consent.grants.map((grant) => offerOfGrant(grant, own.resources)), unavailable: [] };
}

/** By another owner: for what waits and is theirs as well. Each account needs a second owner of its own, so there may be several. */
function asSecond({ consent, own }: Situation): Judged {
  const waiting = consent.shared.filter(({ approvedBy }) => approvedBy === null);
  const offers = theirs(consent, own).filter(({ resourceId }) => waiting.some((one) => one.resourceId === resourceId));
  const unavailable = own.unavailable.filter((service) => waiting.some((one) => one.service === service));
  if (offers.length === 0 && unavailable.length === 0) return { offers: [], unavailable: [], blocked: 'customer' };
  return { offers, unavailable, second: true, ...(offers.length < waiting.length && { more: true }) };
}

/** Nobody is shown what the first owner has alone. */
function theirs(consent: ConsentRow, own: CustomerResourcesAnswer): ConsentOffer[] {
  const held = isWhole(consent) ? offered({ consent }, own) : consent.grants.map((grant) => offerOfGrant(grant, own.resources));
  return held.filter(
    ({ resourceId }) =>
      own.resources.some((resource) => resource.resourceId === resourceId) &&
      (!isWhole(consent) || consent.shared.some((one) => one.resourceId === resourceId)),
  );
}

const isFirst = ({ psuId }: ConsentRow, asked: string): boolean => psuId === null || psuId === asked;

const orNothing = (judged: Judged): Judged =>
  judged.offers.length === 0 && judged.unavailable.length === 0 ? { ...judged, blocked: 'nothing' } : judged;

const isWhole = ({ kind }: ConsentRow): boolean => kind !== 'dedicated' && kind !== 'bankOffered';

/** What a consent that names no account covers of what a customer has. */
function offered(
  { consent: { access, restrictedTo } }: Pick<Situation, 'consent'>,
  { resources }: CustomerResourcesAnswer,
): ConsentOffer[] {
  const { everywhere, ownerName } = wholeOf(access);
  const permissions = [...(everywhere ?? offeredPermissions(access)), ...(ownerName ? ['ownerName' as const] : [])];
  return resources
    .filter(({ kind }) => restrictedTo === null || restrictedTo.includes(cashAccountTypes[kind]))
    .map((resource) => offerOf(resource, permissions));
}

/** What the page shows of a resource. */
type Shown = Pick<
  CustomerResource,
  'service' | 'kind' | 'resourceId' | 'name' | 'currency' | 'rule' | 'reference' | 'branchNumber' | 'accountNumber'
>;

function offerOf(resource: Shown, granted: readonly (Permission | 'ownerName')[]): ConsentOffer {
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

/** As it was granted; its name is told where its service answers. */
function offerOfGrant(
  { service, kind, resourceId, rule, permissions, reference }: GrantRow,
  resources: readonly CustomerResource[],
): ConsentOffer {
  const known = resources.find((resource) => resource.resourceId === resourceId);
  return offerOf(
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

/** IBAN, masked card number, branch and number, or what else the owning service knows it by. */
const numberOf = ({
  reference: { iban, maskedPan, other, bban },
  branchNumber,
  accountNumber,
}: Pick<CustomerResource, 'reference' | 'branchNumber' | 'accountNumber'>): string =>
  iban ?? maskedPan ?? (branchNumber && accountNumber ? `${branchNumber}-${accountNumber}` : (other?.identification ?? bban ?? ''));

function accessOf(consent: ConsentRow, status: ConsentStatus, psuId: string): ConsentFacts['access'] {
  const { kind } = consent;
  if (kind === 'dedicated' || !isFirst(consent, psuId)) return 'named';
  if (kind === 'bankOffered') return status === 'received' ? 'offered' : 'named';
  return kind === 'allPsd2' ? 'all' : 'list';
}

function rightsOf({ access }: ConsentRow): ConsentFacts['rights'] {
  const { everywhere, ownerName } = wholeOf(access);
  const wanted =
    kindOf(access) === 'dedicated'
      ? wantedOf(access).flatMap(({ permissions }) => permissions)
      : [...(everywhere ?? offeredPermissions(access)), ...(ownerName ? ['ownerName' as const] : [])];
  return (['accounts', 'balances', 'transactions', 'ownerName'] as const).filter((right) => wanted.includes(right));
}
