import { grantTypes, RegistrationRefused, scopesOfRoles, type AuthMethod, type GrantType } from '@open-banking/issuer';
import { faultsOf, type Fault } from '@open-banking/messages';
import type { Role } from '@open-banking/spec';
import { faultsOfClient, type ClientDetails, type ClientRules } from '../directory/client-rules.js';
import { ClientMetadata } from './registration.messages.js';

/** What a client asks to be, as the directory writes it. */
export type RegistrationRequest = ClientDetails & { readonly grantTypes: readonly GrantType[]; readonly scopes?: readonly string[] };

/**
 * What a client's metadata asks for, at a bank with these rules; refuses what it does not take. What is null or empty is
 * left out (RFC 7592 §2.2). Where nothing is said: the way of authentication that RFC 7591 §2 names, or in `fapi2` the one
 * that fits; all grants there are, as none of them is enough to come to an account; the role of a reader. A name is needed where customers come to read it.
 */
export function registrationRequestOf(body: unknown, clientId: string, rules: ClientRules): RegistrationRequest {
  const metadata = withoutEmpty(body);
  refuseFirst(faultsOf(ClientMetadata, metadata));
  const { redirect_uris: redirectUris = [], roles = ['PSP_AI'], client_name: name } = metadata;
  if (name === undefined && redirectUris.length > 0)
    throw new RegistrationRefused(
      'invalid_client_metadata',
      'client_name: is needed with redirect_uris: customers read it on the page where they approve.',
    );
  const authMethod = (metadata.token_endpoint_auth_method ?? usualMethod(metadata, rules)) as AuthMethod;
  const grants = requestedGrants(metadata, redirectUris);
  const asked: RegistrationRequest = {
    name: name ?? clientId,
    roles,
    redirectUris,
    authMethod,
    grantTypes: grants,
    ...requestedScopes(metadata, roles as Role[]),
    ...requestedBinding(metadata),
    // Keys have other uses in the standard, and a name none: what a client does not show itself by is not kept.
    ...(authMethod === 'private_key_jwt' && { jwks: metadata.jwks, jwksUri: metadata.jwks_uri }),
    ...(authMethod === 'tls_client_auth' && { tlsSubject: metadata.tls_client_auth_subject_dn }),
  };
  refuseFirst(faultsOfClient(asked, rules));
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
  const unknown = asked?.find((grant) => !(grantTypes as readonly string[]).includes(grant));
  if (unknown !== undefined)
    throw new RegistrationRefused('invalid_client_metadata', `grant_types: ${unknown} is none of ${grantTypes.join(', ')}.`);
  const withCode = responses?.includes('code') ?? redirectUris.length > 0;
  const grants = grantTypes.filter((grant) => asked?.includes(grant) ?? (withCode || grant === 'client_credentials'));
  refuseUnlike(grants.includes('authorization_code'), responses, redirectUris);
  return grants;
}

/** RFC 7591 §2.1: grants and responses say one thing, and a code needs an address to go to. */
function refuseUnlike(code: boolean, responses: readonly string[] | undefined, redirectUris: readonly string[]): void {
  if (responses && responses.join() !== (code ? 'code' : ''))
    throw new RegistrationRefused(
      'invalid_client_metadata',
      `response_types: must be ${code ? '["code"]' : 'empty'} with these grant_types.`,
    );
  if (code && redirectUris.length === 0)
    throw new RegistrationRefused('invalid_redirect_uri', 'redirect_uris: is needed for authorization_code.');
}

function requestedScopes({ scope }: ClientMetadata, roles: readonly Role[]): { scopes?: string[] } {
  if (scope === undefined) return {};
  const scopes = [...new Set(scope.split(' ').filter(Boolean))];
  const given = scopesOfRoles(roles);
  const other = scopes.find((one) => !given.includes(one));
  if (other !== undefined)
    throw new RegistrationRefused('invalid_client_metadata', `scope: ${other} is none that these roles have (${given.join(' ')}).`);
  return { scopes };
}

function requestedBinding({ dpop_bound_access_tokens: dpop, tls_client_certificate_bound_access_tokens: tls }: ClientMetadata): {
  tokenBinding?: 'dpop' | 'tls';
} {
  if (dpop && tls)
    throw new RegistrationRefused(
      'invalid_client_metadata',
      'dpop_bound_access_tokens: a token is bound to a key or to a certificate, not to both.',
    );
  return dpop ? { tokenBinding: 'dpop' } : tls ? { tokenBinding: 'tls' } : {};
}

/** Our names in the standard's. */
const names: Readonly<Record<string, string>> = {
  name: 'client_name',
  redirectUris: 'redirect_uris',
  authMethod: 'token_endpoint_auth_method',
  jwksUri: 'jwks_uri',
  tlsSubject: 'tls_client_auth_subject_dn',
  tokenBinding: 'tls_client_certificate_bound_access_tokens',
};

/** RFC 7591 has one error for the addresses, one for all else, and room for one description. */
function refuseFirst([first]: readonly Fault[]): void {
  if (!first) return;
  const [member = '', ...rest] = (first.path ?? '').split('/').slice(1);
  const name = names[member] ?? member;
  throw new RegistrationRefused(
    name === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    `${[name, ...rest].join('/')}: ${first.text}`,
  );
}
