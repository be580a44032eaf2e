import Type, { type Static } from 'typebox';
import { authMethods } from '../clients.js';
import type { IssuerFacts } from './issuer-facts.js';
import { scopesOf } from './scopes.js';

const Address = Type.String({ format: 'uri' });
const Names = Type.Array(Type.String(), { minItems: 1 });

/** Authorization server metadata, RFC 8414 §2: what this issuer serves, and nothing else. */
export const IssuerMetadata = Type.Object({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  revocation_endpoint: Address,
  scopes_supported: Type.Optional(Names),
  response_types_supported: Names,
  response_modes_supported: Names,
  grant_types_supported: Names,
  token_endpoint_auth_methods_supported: Names,
  token_endpoint_auth_signing_alg_values_supported: Names,
  revocation_endpoint_auth_methods_supported: Names,
  revocation_endpoint_auth_signing_alg_values_supported: Names,
  code_challenge_methods_supported: Names,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  ui_locales_supported: Names,
}, { $id: 'IssuerMetadata', additionalProperties: false });
export type IssuerMetadata = Static<typeof IssuerMetadata>;

/** Algorithms of client assertions: FAPI 2.0 §5.4 without RSASSA-PKCS1, which no client of ours needs. */
export const assertionAlgorithms = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

export function issuerMetadata({ id, issuer }: IssuerFacts): IssuerMetadata {
  const scopes = Object.keys(scopesOf[id].client);
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    // RFC 8414 §3.2: a list without members is left out.
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', ...(scopes.length > 0 ? ['client_credentials'] : []), 'refresh_token'],
    token_endpoint_auth_methods_supported: [...authMethods],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: [...authMethods],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en', 'he'],
  };
}
