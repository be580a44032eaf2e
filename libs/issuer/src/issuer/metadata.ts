import { isFapi2, signsMessages } from '@open-banking/config';
import { withDescription } from '@open-banking/messages';
import { registrationEndpoints, signingAlgorithms } from '@open-banking/spec';
import Type, { type Static } from 'typebox';
import { authMethodsOf, challengeMethods, grantTypes, responseModesOf, responseTypes } from '../clients.js';
import { takesDetails, type IssuerFacts } from '../issuer-facts.js';
import { grantActions } from './grant-parameters.js';
import { askedScopes, detailsOf, scopesOf } from './scopes.js';

const Address = Type.String({ format: 'uri' });
const Names = Type.Array(Type.String(), { minItems: 1 });

const Number = Type.Integer({ minimum: 1 });

/**
 * The terms of this bank's consents, which clients would otherwise find out by trying. RFC 8414 §2 lets an issuer say more than it names.
 */
const terms = {
  consent_max_validity_days: Type.Optional(
    withDescription(Number, 'Longest validity of a consent in days; the bank cuts a later `validUntil` to it.'),
  ),
  consent_max_frequency_per_day: Type.Optional(
    withDescription(Number, 'Highest `frequencyPerDay` of a consent; the bank cuts a higher one to it.'),
  ),
  consent_first_approval_minutes: Type.Optional(withDescription(Number, 'Minutes within which the first customer must approve a consent.')),
  consent_second_approval_days: Type.Optional(withDescription(Number, 'Days within which a second owner must approve a consent.')),
};
export type IssuerTerms = { readonly [Name in keyof typeof terms]?: number };

/** Authorization server metadata, RFC 8414 §2: what this issuer serves, and nothing else. */
export const IssuerMetadata = Type.Object(
  {
    issuer: withDescription(Address, 'Identifier of the issuer, the URL that tokens and assertions name.'),
    authorization_endpoint: withDescription(Address, "URL that the client sends the customer's browser to."),
    pushed_authorization_request_endpoint: withDescription(Address, 'URL for pushed authorization requests (RFC 9126).'),
    require_pushed_authorization_requests: Type.Boolean({ description: 'Whether every authorization request must be pushed (RFC 9126).' }),
    token_endpoint: withDescription(Address, 'URL that issues tokens.'),
    revocation_endpoint: withDescription(Address, 'URL that revokes tokens (RFC 7009).'),
    grant_management_endpoint: withDescription(Address, 'URL below which a client reads and revokes its grants, by their `grant_id`.'),
    grant_management_actions_supported: withDescription(Names, 'What can be done with grants (Grant Management for OAuth 2.0).'),
    jwks_uri: withDescription(Address, "URL of the issuer's public keys (RFC 7517)."),
    registration_endpoint: Type.Optional(withDescription(Address, 'URL for client registration (RFC 7591); absent outside the sandbox.')),
    scopes_supported: withDescription(Names, 'Scopes that a client can request for itself.'),
    response_types_supported: withDescription(Names, 'Response types of authorization requests.'),
    response_modes_supported: withDescription(Names, 'How the authorization response returns to the client.'),
    grant_types_supported: withDescription(Names, 'Grant types of the token endpoint.'),
    token_endpoint_auth_methods_supported: withDescription(Names, 'How clients authenticate at the token endpoint.'),
    token_endpoint_auth_signing_alg_values_supported: withDescription(
      Names,
      'Algorithms that sign client assertions for the token endpoint.',
    ),
    revocation_endpoint_auth_methods_supported: withDescription(Names, 'How clients authenticate at the revocation endpoint.'),
    revocation_endpoint_auth_signing_alg_values_supported: withDescription(
      Names,
      'Algorithms that sign client assertions for the revocation endpoint.',
    ),
    code_challenge_methods_supported: withDescription(Names, 'PKCE methods (RFC 7636).'),
    dpop_signing_alg_values_supported: withDescription(Names, 'Algorithms that sign DPoP proofs (RFC 9449).'),
    tls_client_certificate_bound_access_tokens: Type.Boolean({
      description: 'Whether tokens can be bound to a client certificate (RFC 8705).',
    }),
    mtls_endpoint_aliases: Type.Optional(
      Type.Object(
        {
          pushed_authorization_request_endpoint: withDescription(
            Address,
            'URL for pushed authorization requests with a client certificate.',
          ),
          token_endpoint: withDescription(Address, 'URL that issues tokens to clients with a certificate.'),
          revocation_endpoint: withDescription(Address, 'URL that revokes tokens of clients with a certificate.'),
          grant_management_endpoint: withDescription(Address, 'URL of the grants of clients with a certificate.'),
        },
        {
          additionalProperties: false,
          description: 'URLs for clients that present a certificate (RFC 8705 §5); absent where the bank has no such listener.',
        },
      ),
    ),
    require_signed_request_object: Type.Optional(
      Type.Boolean({
        description: 'Whether every authorization request must be a signed request object (RFC 9101); absent where none is taken.',
      }),
    ),
    request_object_signing_alg_values_supported: Type.Optional(withDescription(Names, 'Algorithms that sign request objects (RFC 9101).')),
    authorization_signing_alg_values_supported: Type.Optional(
      withDescription(Names, 'Algorithms that sign authorization responses (JARM).'),
    ),
    authorization_details_types_supported: Type.Optional(
      withDescription(Names, 'Types of `authorization_details` (RFC 9396) in pushed requests; absent where none are taken.'),
    ),
    authorization_response_iss_parameter_supported: Type.Boolean({
      description: 'Whether the authorization response names its issuer (RFC 9207).',
    }),
    ui_locales_supported: withDescription(Names, "Languages of the bank's pages (BCP 47)."),
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
  grant_management_endpoint: `${issuer}/grants`,
});

export function issuerMetadata(home: IssuerFacts, besides: IssuerTerms = {}): IssuerMetadata {
  const { id, issuer, path, profile, tlsBaseUrl } = home;
  const signed = signsMessages(profile);
  const details = takesDetails(home) ? detailsOf[id] : undefined;
  const [methods, algorithms] = [authMethodsOf(home), [...signingAlgorithms]];
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    ...direct(issuer),
    // One registration counts at all four issuers.
    ...(home.sandbox && { registration_endpoint: home.baseUrl + registrationEndpoints.registerClient.path }),
    jwks_uri: `${issuer}/jwks`,
    require_pushed_authorization_requests: isFapi2(profile),
    grant_management_actions_supported: [...grantActions],
    scopes_supported: [...Object.keys(scopesOf[id].client), ...askedScopes],
    response_types_supported: [...responseTypes],
    response_modes_supported: responseModesOf(profile),
    grant_types_supported: [...grantTypes].sort(),
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: [...challengeMethods],
    dpop_signing_alg_values_supported: algorithms,
    tls_client_certificate_bound_access_tokens: tlsBaseUrl !== undefined,
    ...(tlsBaseUrl !== undefined && { mtls_endpoint_aliases: direct(tlsBaseUrl + path) }),
    ...(signed && {
      require_signed_request_object: true,
      request_object_signing_alg_values_supported: algorithms,
      authorization_signing_alg_values_supported: ['ES256'],
    }),
    ...(details && { authorization_details_types_supported: [details.type] }),
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en', 'he'],
    ...besides,
  };
}
