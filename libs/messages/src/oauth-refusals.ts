import { oauthErrorOf } from './oauth-error.js';
import type { ResponseHints } from './refusal.js';

/** One error of the OAuth endpoints: when it is returned and what the client can do. */
export interface OAuthRefusal {
  readonly error: string;
  readonly statuses: readonly number[];
  readonly when: string;
}

const again = 'Send the customer to the authorization endpoint again.';

/** Refusals of a request, its client or the client's proof; `error_description` says more. */
const ofRequest: readonly OAuthRefusal[] = [
  {
    error: 'invalid_request',
    statuses: [400],
    when: 'A parameter is missing, malformed, sent twice, or not one that goes with the others. The description names each and says what it must be.',
  },
  {
    error: 'invalid_client',
    statuses: [401],
    when:
      'The client did not authenticate, or not with the method and credential that it is registered with. Where nothing was sent, the description lists ' +
      'the methods of the issuer. For what is wrong with a `client_assertion` itself (`alg`, `iss`, `sub`, `aud`, `jti`, `exp`, `nbf`, `iat`), it names the ' +
      'claim and what it must be. Where it is `client authentication failed`, check `client_id`, the secret, the key and its `kid`, and the certificate: these are ' +
      'compared with the client, and whether a `client_id` exists is not told here; the page of an authorization request says it. An exception is a `jwks_uri` ' +
      'that cannot be read: the description says why.',
  },
  {
    error: 'invalid_grant',
    statuses: [400],
    when:
      `The code or refresh token is unknown, used, expired or another client's, or what it was given for has ended. ${again} ` +
      'Or `code_verifier`, `redirect_uri`, or the DPoP proof or certificate that tokens are bound to does not fit: the description says which.',
  },
  {
    error: 'invalid_scope',
    statuses: [400],
    when: 'The client cannot have this scope, or it names nothing that this client has created and that can still be approved. The description says what is possible.',
  },
  {
    error: 'unsupported_grant_type',
    statuses: [400],
    when: 'The token endpoint has no such `grant_type`. The description lists those it has.',
  },
  {
    error: 'unauthorized_client',
    statuses: [400, 403],
    when: 'The client is not registered for this `grant_type` or for what it asks to create: register it for that. 403: the client is suspended (`SERVICE_BLOCKED`).',
  },
  { error: 'unsupported_response_type', statuses: [400], when: 'The `response_type` is not `code`.' },
  {
    error: 'unsupported_response_mode',
    statuses: [400],
    when: 'There is no such `response_mode`. The description lists those of the issuer.',
  },
  {
    error: 'invalid_authorization_details',
    statuses: [400],
    when: '`authorization_details` are not what the issuer takes, or contradict `scope`. The description names the fields; nothing was created.',
  },
  {
    error: 'invalid_request_object',
    statuses: [400],
    when: 'A claim or the signature of the request object in `request` does not fit. The description names the claim and what it must be.',
  },
  {
    error: 'request_not_supported',
    statuses: [400],
    when: 'The issuer takes no request objects. Send the parameters themselves.',
  },
  {
    error: 'registration_not_supported',
    statuses: [400],
    when: '`registration` was sent with a request. Leave it out: clients are registered before they ask.',
  },
  { error: 'invalid_target', statuses: [400], when: '`resource` is not this bank. Leave it out.' },
  { error: 'login_required', statuses: [400], when: '`prompt=none` was sent, but every customer signs in. Leave it out.' },
  {
    error: 'invalid_dpop_proof',
    statuses: [400],
    when:
      'The DPoP proof is not a JWT for this method and URL, was not made within 60 seconds from now, or was used before. Make a new one for each request. ' +
      'There are no nonces: `use_dpop_nonce` is never returned.',
  },
  {
    error: 'invalid_redirect_uri',
    statuses: [400],
    when: 'At registration: the first fault is of a redirect URI. `path` in `tppMessages` says which, `text` what it must be.',
  },
  {
    error: 'invalid_client_metadata',
    statuses: [400, 415],
    when: 'At registration: a member of the metadata is missing or does not fit. Each fault is in `tppMessages` with its `path`. 415: `Content-Type` is not JSON.',
  },
  {
    error: 'invalid_token',
    statuses: [401],
    when: 'At the management of a registration: the token is not the registration access token of this client.',
  },
];

const retried: ResponseHints = { retryAfterSeconds: 1 };

/** Refusals that any request can get. */
const ofAny: readonly OAuthRefusal[] = (
  [
    [405, {}, 'The endpoint does not take this method. `Allow` lists the methods.'],
    [409, {}, 'At a pushed request with `authorization_details`: the `X-Request-ID` was used for another request. Use a new one.'],
    [409, retried, 'The same: a request with this `X-Request-ID` is still in progress. Send it again after `Retry-After`.'],
    [413, {}, 'The body is larger than 64 KiB.'],
    [429, retried, 'A limit is used up; `RateLimit` says which.'],
    [500, {}, 'The fault is the bank’s.'],
    [503, retried, 'The bank cannot answer at the moment.'],
    [504, retried, 'The bank did not answer in time.'],
  ] as const
).map(([status, hints, when]) => ({ error: oauthErrorOf({ status, hints }), statuses: [status], when }));

/** The errors of pushed requests, token, revocation and registration. */
export const oauthRefusals: readonly OAuthRefusal[] = [...ofRequest, ...ofAny];
