import type { AuthMethod } from '@open-banking/contracts';
import { askedScopes, grantTypes, RegistrationRefused, scopesOfRoles, type GrantType } from '@open-banking/issuer';
import { faultsOfClass } from '@open-banking/http';
import { maxFaults, namesIn, type Fault } from '@open-banking/messages';
import type { Role } from '@open-banking/spec';
import { fault, faultsOfClient, type ClientDetails, type ClientRules } from '@open-banking/ais-pis-directory';
import { ClientMetadata } from './registration.messages.js';

/** A requested registration, in the directory's terms. */
export type RegistrationRequest = ClientDetails & { readonly grantTypes: readonly GrantType[]; readonly scopes?: readonly string[] };

/**
 * Reads a registration from a client's metadata; refuses metadata that this bank's rules do not allow and reports all faults,
 * `reserved` among them: those of an update's members that are not metadata.
 * Null and empty members count as absent (RFC 7592 §2.2). Defaults: the authentication method that RFC 7591 §2 names, or in
 * `fapi2` the one that matches the credentials; all grants, because no grant alone opens an account; the role PSP_AI.
 */
export function registrationRequestOf(
  body: unknown,
  clientId: string,
  rules: ClientRules,
  reserved: readonly Fault[] = [],
): RegistrationRequest {
  const metadata = withoutEmpty(body);
  const malformed = faultsOfClass(ClientMetadata, metadata);
  // Some malformed entries are not listed then, and would be judged as well-formed ones.
  if (malformed.length >= maxFaults) refuse([...reserved, ...malformed]);
  const wellFormed = withoutMalformed(metadata, malformed);
  const request = registrationRequest(wellFormed, clientId, rules);
  const contrary = [...faultsOfMetadata(wellFormed, request), ...faultsOfClient(request, rules)].map(byStandardName);
  refuse([...reserved, ...malformed, ...contrary.filter(judgeableBeside(malformed))]);
  return request;
}

function registrationRequest(metadata: ClientMetadata, clientId: string, rules: ClientRules): RegistrationRequest {
  const { redirect_uris: redirectUris = [], roles = ['PSP_AI'], client_name: name } = metadata;
  const authMethod = (metadata.token_endpoint_auth_method ?? defaultMethod(metadata, rules)) as AuthMethod;
  return {
    name: name ?? clientId,
    roles,
    redirectUris,
    authMethod,
    grantTypes: requestedGrants(metadata, redirectUris),
    ...(metadata.scope !== undefined && { scopes: requestedScopes(metadata.scope) }),
    ...requestedBinding(metadata),
    // The standard also allows keys for other uses. Only the credentials of the chosen method are stored.
    ...(authMethod === 'private_key_jwt' && { jwks: metadata.jwks, jwksUri: metadata.jwks_uri }),
    ...(authMethod === 'tls_client_auth' && { tlsSubject: metadata.tls_client_auth_subject_dn }),
  };
}

function withoutEmpty(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RegistrationRefused('invalid_client_metadata', { text: 'The body must be a JSON object.' });
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
}

/** What is well-formed is judged beside what is not. A malformed entry leaves a hole in its list, so that the others keep their index. */
function withoutMalformed(metadata: ClientMetadata, malformed: readonly Fault[]): ClientMetadata {
  if (malformed.length === 0) return metadata;
  const rest = structuredClone(metadata);
  for (const { path = '' } of malformed) {
    const [last = '', ...above] = namesIn(path).reverse();
    const holder = above.reduceRight<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], rest);
    if (holder) delete (holder as Record<string, unknown>)[last];
  }
  return rest;
}

/** The members that decide a fault beside its own: while one of them is malformed, nobody can say whether it is a fault. */
const decidedBy: Readonly<Record<string, readonly string[]>> = {
  '/scope': ['roles'],
  '/response_types': ['response_types', 'grant_types', 'redirect_uris'],
  '/redirect_uris': ['response_types', 'grant_types'],
  '/jwks': ['token_endpoint_auth_method', 'jwks_uri', 'tls_client_auth_subject_dn'],
  '/tls_client_auth_subject_dn': ['token_endpoint_auth_method'],
};

function judgeableBeside(malformed: readonly Fault[]): (fault: Fault) => boolean {
  const paths = new Set(malformed.map(({ path }) => path));
  const members = new Set(malformed.map(({ path = '' }) => path.split('/')[1]));
  return ({ path = '' }) => !paths.has(path) && !(decidedBy[path] ?? []).some((member) => members.has(member));
}

const defaultMethod = (metadata: ClientMetadata, { profile }: ClientRules): AuthMethod =>
  profile === 'baseline'
    ? 'client_secret_basic'
    : metadata.tls_client_auth_subject_dn === undefined
      ? 'private_key_jwt'
      : 'tls_client_auth';

function requestedGrants(
  { grant_types: requested, response_types: responses }: ClientMetadata,
  redirectUris: readonly string[],
): GrantType[] {
  const withCode = responses?.includes('code') ?? redirectUris.length > 0;
  return grantTypes.filter((grant) => requested?.includes(grant) ?? (withCode || grant === 'client_credentials'));
}

const requestedScopes = (scope: string): string[] => [...new Set(scope.split(' ').filter(Boolean))];

const requestedBinding = ({ dpop_bound_access_tokens: dpop, tls_client_certificate_bound_access_tokens: tls }: ClientMetadata) =>
  dpop ? { tokenBinding: 'dpop' } : tls ? { tokenBinding: 'tls' } : {};

/** Checks that the members of the metadata agree with each other. */
function faultsOfMetadata(
  metadata: ClientMetadata,
  { grantTypes: grants, redirectUris, scopes = [], roles }: RegistrationRequest,
): Fault[] {
  // `filter` passes over the hole of a malformed entry, `find` would not.
  const [unknownGrant] = metadata.grant_types?.filter((grant) => !(grantTypes as readonly string[]).includes(grant)) ?? [];
  const roleScopes = [...scopesOfRoles(roles as Role[]), ...askedScopes];
  const otherScope = scopes.find((one) => !roleScopes.includes(one));
  const both = metadata.dpop_bound_access_tokens && metadata.tls_client_certificate_bound_access_tokens;
  return [
    ...(redirectUris.length > 0 ? faultOfMissingName(metadata) : []),
    ...fault('/grant_types', unknownGrant === undefined ? undefined : `${unknownGrant} is not one of ${grantTypes.join(', ')}.`),
    ...(unknownGrant === undefined ? faultsOfGrants(grants.includes('authorization_code'), metadata.response_types, redirectUris) : []),
    ...fault('/scope', otherScope === undefined ? undefined : `${otherScope} is not a scope of these roles (${roleScopes.join(' ')}).`),
    ...fault(
      '/dpop_bound_access_tokens',
      both ? 'a token is bound either to a key or to a certificate: leave one of the two members out.' : undefined,
    ),
  ];
}

const faultOfMissingName = ({ client_name: name }: ClientMetadata): Fault[] =>
  fault('/client_name', name === undefined ? 'is required with redirect_uris: the approval page shows it to customers.' : undefined);

/** RFC 7591 §2.1: grant_types and response_types must agree, and authorization_code needs a redirect URI. */
const faultsOfGrants = (code: boolean, responses: readonly string[] | undefined, redirectUris: readonly string[]): Fault[] => [
  ...fault(
    '/response_types',
    responses && responses.join() !== (code ? 'code' : '') ? `must be ${code ? '["code"]' : 'empty'} with these grant_types.` : undefined,
  ),
  ...fault('/redirect_uris', code && redirectUris.length === 0 ? 'is required for authorization_code.' : undefined),
];

/** The standard's names of our fields. */
const names: Readonly<Record<string, string>> = {
  name: 'client_name',
  redirectUris: 'redirect_uris',
  authMethod: 'token_endpoint_auth_method',
  jwksUri: 'jwks_uri',
  tlsSubject: 'tls_client_auth_subject_dn',
  tokenBinding: 'tls_client_certificate_bound_access_tokens',
};

/** A fault by the JSON Pointer into what the client sent. */
function byStandardName({ path = '', ...fault }: Fault): Fault {
  const [member = '', ...rest] = path.split('/').slice(1);
  return { ...fault, path: ['', names[member] ?? member, ...rest].join('/') };
}

/** RFC 7591 §3.2.2 has one error code for redirect URIs and one for all else. The first fault decides the code. */
function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw new RegistrationRefused(
    faults[0]!.path?.split('/')[1] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    ...faults.map(({ path, text }) => ({ ...(path !== undefined && { path }), text })),
  );
}
