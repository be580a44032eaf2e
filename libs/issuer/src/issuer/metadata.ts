import { registrationEndpoints, signingAlgorithms } from '@open-banking/spec';
import Type, { type Static } from 'typebox';
import { authMethodsOf } from '../clients.js';
import type { IssuerFacts } from './issuer-facts.js';
import { scopesOf } from './scopes.js';

const Address = Type.String({ format: 'uri' });
const Names = Type.Array(Type.String(), { minItems: 1 });

const Number = Type.Integer({ minimum: 1 });

/** What clients must know of consents to this bank, and would otherwise find out by trying. RFC 8414 §2 lets an issuer say more than it names. */
const terms = {
  consent_max_validity_days: Type.Optional(Number),
  consent_max_frequency_per_day: Type.Optional(Number),
  consent_first_approval_minutes: Type.Optional(Number),
  consent_second_approval_days: Type.Optional(Number),
};
export type IssuerTerms = { readonly [Name in keyof typeof terms]?: number };

/** Authorization server metadata, RFC 8414 §2: what this issuer serves, and nothing else. */
export const IssuerMetadata = Type.Object(
  {
    issuer: Address,
    authorization_endpoint: Address,
    pushed_authorization_request_endpoint: Address,
    require_pushed_authorization_requests: Type.Boolean(),
    token_endpoint: Address,
    revocation_endpoint: Address,
    jwks_uri: Address,
    registration_endpoint: Type.Optional(Address),
    scopes_supported: Type.Optional(Names),
    response_types_supported: Names,
    response_modes_supported: Names,
    grant_types_supported: Names,
    token_endpoint_auth_methods_supported: Names,
    token_endpoint_auth_signing_alg_values_supported: Names,
    revocation_endpoint_auth_methods_supported: Names,
    revocation_endpoint_auth_signing_alg_values_supported: Names,
    code_challenge_methods_supported: Names,
    dpop_signing_alg_values_supported: Names,
    tls_client_certificate_bound_access_tokens: Type.Boolean(),
    mtls_endpoint_aliases: Type.Optional(
      Type.Object(
        {
          pushed_authorization_request_endpoint: Address,
          token_endpoint: Address,
          revocation_endpoint: Address,
        },
        { additionalProperties: false },
      ),
    ),
    authorization_response_iss_parameter_supported: Type.Boolean(),
    ui_locales_supported: Names,
    ...terms,
  },
  { $id: 'IssuerMetadata', additionalProperties: false },
);
export type IssuerMetadata = Static<typeof IssuerMetadata>;

/** Endpoints that clients call themselves, and can call with a certificate. */
const direct = (issuer: string) => ({
  pushed_authorization_request_endpoint: `${issuer}/par`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
});

export function issuerMetadata(home: IssuerFacts, besides: IssuerTerms = {}): IssuerMetadata {
  const { id, issuer, path, profile, tlsBaseUrl } = home;
  const scopes = Object.keys(scopesOf[id].client);
  const [methods, algorithms] = [authMethodsOf(home), [...signingAlgorithms]];
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    ...direct(issuer),
    // One registration counts at all four issuers.
    ...(home.sandbox && { registration_endpoint: home.baseUrl + registrationEndpoints.registerClient.path }),
    jwks_uri: `${issuer}/jwks`,
    require_pushed_authorization_requests: profile === 'fapi2',
    // RFC 8414 §3.2: a list without members is left out.
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', ...(scopes.length > 0 ? ['client_credentials'] : []), 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: algorithms,
    tls_client_certificate_bound_access_tokens: tlsBaseUrl !== undefined,
    ...(tlsBaseUrl !== undefined && { mtls_endpoint_aliases: direct(tlsBaseUrl + path) }),
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en', 'he'],
    ...besides,
  };
}
