import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { grantOf } from './customer-tokens.js';
import { OAuthError, VerificationError } from './errors.js';
import { issuers } from './generated/operations.js';
import type { Authorization, Grant } from './grant.js';
import { sha256 } from './jws.js';
import type { IssuerEndpoint } from './issuer-endpoint.js';
import type { Issuer } from './operation-ids.js';
import type { Settings } from './settings.js';

const random = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

function redirectUriOf({ redirectUri }: Settings): string {
  if (redirectUri === undefined) throw new TypeError('Sending customers to the bank needs `redirectUri`.');
  return redirectUri;
}

/** Begins the code flow of RFC 6749 §4.1 with PKCE (RFC 7636), pushed (RFC 9126) where the bank requires it. */
export async function startAuthorization<I extends Issuer>(
  endpoint: IssuerEndpoint,
  issuer: I,
  resourceId: string,
  settings: Settings,
): Promise<Authorization<I>> {
  const metadata = await endpoint.metadata();
  const state = random();
  const codeVerifier = random();
  const parameters = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUriOf(settings),
    scope: `${issuers[issuer].approvedScope}${resourceId}`,
    state,
    code_challenge: sha256(codeVerifier),
    code_challenge_method: 'S256',
  };
  const sent = metadata.require_pushed_authorization_requests
    ? { client_id: settings.clientId, request_uri: (await endpoint.push(parameters)).request_uri }
    : parameters;
  const url = new URL(metadata.authorization_endpoint);
  for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value);
  return { issuer, resourceId, url: url.href, state, codeVerifier };
}

/** Checks with what the customer came back, and redeems the code. */
export async function finishAuthorization<I extends Issuer>(
  endpoint: IssuerEndpoint,
  { issuer, resourceId, state, codeVerifier }: Authorization<I>,
  callbackUrl: string | URL,
  settings: Settings,
): Promise<Grant<I>> {
  const redirectUri = redirectUriOf(settings);
  if (!URL.canParse(String(callbackUrl), redirectUri)) throw new VerificationError('The customer came back with no address.');
  const answer = new URL(callbackUrl, redirectUri).searchParams;
  if (!isSame(answer.get('state') ?? '', state))
    throw new VerificationError('The answer belongs to another authorization: its state differs.');
  // RFC 9207: an answer of another issuer would have this code sent there.
  const { authorization_response_iss_parameter_supported: named } = await endpoint.metadata();
  const from = answer.get('iss');
  if ((named || from !== null) && from !== endpoint.name) throw new VerificationError(`The answer is of another issuer: ${from}`);
  const error = answer.get('error');
  if (error !== null) throw new OAuthError(error, answer.get('error_description') ?? undefined);
  const code = answer.get('code');
  if (code === null) throw new VerificationError('The answer has neither a code nor an error.');
  const tokens = await endpoint.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier });
  return grantOf({ issuer, resourceId }, tokens);
}
