import { isIP } from 'node:net';
import type { ConsentState, Introspection } from '@open-banking/contracts';
import type { RepeatedHeaders } from '@open-banking/http';
import { Refusal, type Code, type Fault } from '@open-banking/messages';
import { parametersOf, inCode, resourceFacts, resourceKinds, type Operation, type Permission, type ResourceKind } from '@open-banking/spec';
import { ALL_SOLELY_OWNED, APPROVERS_UNKNOWN, covers, jointGrant, type ResourceGrants } from './resource-grants.js';
import type { Principal } from './principal.js';
import { endedConsent } from './token-refusal.js';

/** Headers as they came. One that came more than once although it has one value is refused in validation, and not judged here. */
interface ReadHeaders {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly repeated: RepeatedHeaders;
}

const noConsentId: Fault = {
  code: 'FORMAT_ERROR',
  path: 'Consent-ID',
  text: 'This header is required: the id of the consent that the token was approved for.',
};

function addressFaults({ headers, repeated }: ReadHeaders): Fault[] {
  const address = headers['psu-ip-address'];
  if (address === undefined || repeated.has('psu-ip-address') || isIP(String(address))) return [];
  return [{ code: 'FORMAT_ERROR', path: 'PSU-IP-Address', text: 'Must be an IPv4 or IPv6 address.' }];
}

/**
 * Returns what the principal may see. The consent must be the token's, be valid, and cover the row's permission. What is left to the
 * statement is whether a resource is the customer's and within the ids granted: it answers both alike, by no row.
 * Faults of headers are returned, to be reported with the others; what they concern is then not decided here.
 */
export function authorizeRead(
  row: Operation,
  who: Introspection,
  sent: ReadHeaders,
  params: Readonly<Record<string, string>>,
  at: Date,
): { principal: Principal; faults: Fault[] } {
  const { headers, repeated } = sent;
  const faults = addressFaults(sent);
  const principal = {
    clientId: who.clientId!,
    roles: who.roles ?? [],
    psuId: who.psuId,
    scope: who.scope ?? '',
    consent: who.consent,
    attended: headers['psu-ip-address'] !== undefined,
    at,
  };
  if (!row.token?.consent) return { principal: { ...principal, granted: [], grantedBalances: [] }, faults };

  const asked = headers['consent-id'];
  if (asked === undefined || repeated.has('consent-id')) {
    if (asked === undefined) faults.push(noConsentId);
    return { principal: { ...principal, granted: [], grantedBalances: [] }, faults };
  }
  const { consent, ids } = covered(row, who, String(asked), params);
  return { principal: { ...principal, consent, granted: ids, grantedBalances: granted(consent, row, 'balances') ?? [] }, faults };
}

/** The same answer whether or not such a consent exists. */
const anotherConsent = (): Refusal =>
  new Refusal(
    [{ code: 'CONSENT_UNKNOWN', path: 'Consent-ID', text: 'Consent-ID must be the id of the consent that this token was approved for.' }],
    undefined,
    { tokenError: 'invalid_token' },
  );

/** The consent asked for, if it grants what this operation needs, and the ids it grants that on. */
function covered(
  row: Operation,
  { consent }: Introspection,
  asked: string,
  params: Readonly<Record<string, string>>,
): { readonly consent: ConsentState; readonly ids: ResourceGrants } {
  if (!consent || consent.id !== asked.toLowerCase()) throw anotherConsent();
  if (consent.status !== 'valid') {
    const { code, text } = endedConsent(consent);
    throw refusedConsent(text, code);
  }
  const [first] = parametersOf(row.path);
  if (consent.listsOnly && !row.availableAccounts) throw refusedConsent(listsOnly);
  const ids = granted(consent, row, row.permission!);
  if (ids === undefined || !suffices(consent, row, ids, first && params[inCode(first)])) {
    throw refusedConsent(
      `This consent grants no ${row.permission!} of ${first ? 'this' : 'any'} ${resourceFacts[row.of!].one}; GET /v1.7/consents/{consentId} shows what it grants.`,
    );
  }
  return { consent, ids };
}

/** This very resource was not granted for less than is asked. */
function suffices(consent: ConsentState, row: Operation, ids: ResourceGrants, id: string | undefined): boolean {
  if (id === undefined || covers(ids, id)) return true;
  return !consent.grants?.some((grant) => grant.kind === row.of && grant.resourceId === id);
}

/** The resources of the row's kind on which the consent grants a permission; `undefined`: none. */
function granted(
  { grants, everywhere, restrictedTo, shared = [], joint, second }: ConsentState,
  row: Operation,
  permission: Permission,
): ResourceGrants | undefined {
  if (restrictedTo && !restrictedTo.includes(cashAccountTypes[row.of!])) return undefined;
  if (everywhere)
    return everywhere.includes(permission) ? [...(second ? [] : [ALL_SOLELY_OWNED]), ...shared, ...jointGrants(shared, joint)] : undefined;
  const ids = (grants ?? [])
    .filter((grant) => grant.kind === row.of && grant.permissions.includes(permission))
    .map((grant) => grant.resourceId);
  return ids.length > 0 ? [...ids, ...jointGrants(ids, joint)] : undefined;
}

/** The joint grants for those of these resources that need two owners. */
const jointGrants = (ids: readonly string[], joint: ConsentState['joint']): string[] =>
  joint?.filter(({ resourceId }) => ids.includes(resourceId)).map(({ resourceId, owners }) => jointGrant(resourceId, owners)) ?? [
    APPROVERS_UNKNOWN,
  ];

/** ISO 20022 ExternalCashAccountType1Code of each kind of resource. */
export const cashAccountTypes = Object.fromEntries(resourceKinds.map((kind) => [kind, resourceFacts[kind].cashAccountType])) as {
  readonly [Kind in ResourceKind]: (typeof resourceFacts)[Kind]['cashAccountType'];
};

const kindsInWords = new Intl.ListFormat('en-GB').format(resourceKinds.map((kind) => resourceFacts[kind].many));
const listsOnly = `This consent opens the lists of ${kindsInWords} only (availableAccounts…); all else needs a consent for accounts, balances or transactions.`;

const refusedConsent = (text: string, code: Code = 'CONSENT_INVALID'): Refusal => refusedConsentAt('Consent-ID', text, code);

const refusedConsentAt = (path: string, text: string, code: Code = 'CONSENT_INVALID'): Refusal =>
  new Refusal([{ code, path, text }], undefined, { tokenError: 'invalid_token' });

/** A part of an answer was requested that the consent does not grant of this resource. `path` is the parameter to leave out. */
export const permissionNotGranted = (permission: Permission, path: string): Refusal =>
  refusedConsentAt(path, `This consent grants no ${permission} of this resource; leave ${path} out, or use a consent that grants them.`);

/** camt.053 always states balances; a list in it is refused without them, not shortened. */
export const statementNeedsBalances = (): Refusal =>
  refusedConsentAt(
    'Accept',
    'A camt.053 statement states balances, and this consent grants no balances of this resource; ask for application/json or text/csv, or use a consent that grants them.',
  );
