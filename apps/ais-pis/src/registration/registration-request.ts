import { grantTypes, RegistrationRefused, scopesOfRoles, type AuthMethod, type GrantType } from '@open-banking/issuer';
import { faultsOfClass } from '@open-banking/http';
import { type Fault } from '@open-banking/messages';
import type { Role } from '@open-banking/spec';
import { fault, faultsOfClient, type ClientDetails, type ClientRules } from '../directory/client-rules.js';
import { ClientMetadata } from './registration.messages.js';

/** What a client asks to be, as the directory writes it. */
export type RegistrationRequest = ClientDetails & { readonly grantTypes: readonly GrantType[]; readonly scopes?: readonly string[] };

/**
 * What a client's metadata asks for, at a bank with these rules; refuses metadata that does not fit, with all its faults.
 * What is null or empty is left out (RFC 7592 §2.2). Defaults: the way of authentication that RFC 7591 §2 names, or in
 * `fapi2` the one that fits; all grants, as none of them alone opens an account; the role of a reader.
 */
export function registrationRequestOf(body: unknown, clientId: string, rules: ClientRules): RegistrationRequest {
  const metadata = withoutEmpty(body);
  refuse(faultsOfClass(ClientMetadata, metadata));
  const { redirect_uris: redirectUris = [], roles = ['PSP_AI'], client_name: name } = metadata;
  const authMethod = (metadata.token_endpoint_auth_method ?? usualMethod(metadata, rules)) as AuthMethod;
  const asked: RegistrationRequest = {
    name: name ?? clientId,
    roles,
    redirectUris,
    authMethod,
    grantTypes: requestedGrants(metadata, redirectUris),
    ...(metadata.scope !== undefined && { scopes: requestedScopes(metadata.scope) }),
    ...requestedBinding(metadata),
    // Keys have other uses in the standard, and a name none: what a client does not show itself by is not kept.
    ...(authMethod === 'private_key_jwt' && { jwks: metadata.jwks, jwksUri: metadata.jwks_uri }),
    ...(authMethod === 'tls_client_auth' && { tlsSubject: metadata.tls_client_auth_subject_dn }),
  };
  refuse([...faultsOfMetadata(metadata, asked), ...faultsOfClient(asked, rules)]);
  return asked;
}

function withoutEmpty(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RegistrationRefused('invalid_client_metadata', 'The body must be a JSON object.');
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
}

const usualMethod = (metadata: ClientMetadata, { profile }: ClientRules): AuthMethod =>
  profile === 'baseline'
    ? 'client_secret_basic'
    : metadata.tls_client_auth_subject_dn === undefined
      ? 'private_key_jwt'
      : 'tls_client_auth';

function requestedGrants({ grant_types: asked, response_types: responses }: ClientMetadata, redirectUris: readonly string[]): GrantType[] {
  const withCode = responses?.includes('code') ?? redirectUris.length > 0;
  return grantTypes.filter((grant) => asked?.includes(grant) ?? (withCode || grant === 'client_credentials'));
}

const requestedScopes = (scope: string): string[] => [...new Set(scope.split(' ').filter(Boolean))];

const requestedBinding = ({ dpop_bound_access_tokens: dpop, tls_client_certificate_bound_access_tokens: tls }: ClientMetadata) =>
  dpop ? { tokenBinding: 'dpop' } : tls ? { tokenBinding: 'tls' } : {};

/** What the standard asks of metadata beyond the form of each member: members that agree with each other. */
function faultsOfMetadata(
  metadata: ClientMetadata,
  { grantTypes: grants, redirectUris, scopes = [], roles }: RegistrationRequest,
): Fault[] {
  const unknownGrant = metadata.grant_types?.find((grant) => !(grantTypes as readonly string[]).includes(grant));
  const roleScopes = scopesOfRoles(roles as Role[]);
  const otherScope = scopes.find((one) => !roleScopes.includes(one));
  const both = metadata.dpop_bound_access_tokens && metadata.tls_client_certificate_bound_access_tokens;
  return [
    ...fault(
      '/client_name',
      metadata.client_name === undefined && redirectUris.length > 0
        ? 'is needed with redirect_uris: customers read it on the page where they approve.'
        : undefined,
    ),
    ...fault('/grant_types', unknownGrant === undefined ? undefined : `${unknownGrant} is none of ${grantTypes.join(', ')}.`),
    ...(unknownGrant === undefined ? faultsOfGrants(grants.includes('authorization_code'), metadata.response_types, redirectUris) : []),
    ...fault('/scope', otherScope === undefined ? undefined : `${otherScope} is none that these roles have (${roleScopes.join(' ')}).`),
    ...fault('/dpop_bound_access_tokens', both ? 'a token is bound to a key or to a certificate, not to both.' : undefined),
  ];
}

/** RFC 7591 §2.1: grants and responses say one thing, and a code needs an address to go to. */
const faultsOfGrants = (code: boolean, responses: readonly string[] | undefined, redirectUris: readonly string[]): Fault[] => [
  ...fault(
    '/response_types',
    responses && responses.join() !== (code ? 'code' : '') ? `must be ${code ? '["code"]' : 'empty'} with these grant_types.` : undefined,
  ),
  ...fault('/redirect_uris', code && redirectUris.length === 0 ? 'is needed for authorization_code.' : undefined),
];

/** Our names in the standard's. */
const names: Readonly<Record<string, string>> = {
  name: 'client_name',
  redirectUris: 'redirect_uris',
  authMethod: 'token_endpoint_auth_method',
  jwksUri: 'jwks_uri',
  tlsSubject: 'tls_client_auth_subject_dn',
  tokenBinding: 'tls_client_certificate_bound_access_tokens',
};

/** RFC 7591 §3.2.2 has one error for the addresses and one for all else: the first fault decides; the description has them all. */
function refuse(faults: readonly Fault[]): void {
  const told = faults.map(({ path = '', text = '' }) => {
    const [member = '', ...rest] = path.split('/').slice(1);
    return { place: [names[member] ?? member, ...rest], text };
  });
  const [first] = told;
  if (!first) return;
  throw new RegistrationRefused(
    first.place[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    told.map(({ place, text }) => `${place.join('/')}: ${text}`).join('; '),
  );
}
