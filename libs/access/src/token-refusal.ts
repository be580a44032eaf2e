import type { ConsentState, Introspection } from '@open-banking/contracts';
import { codes, Refusal, type Code } from '@open-banking/messages';
import { issuerHomes, scopesNeeded, type Token } from '@open-banking/spec';
import type { RegisterStanding } from './introspection.js';

const kinds = {
  client: 'a client token (client credentials)',
  customer: 'a customer token (authorization code)',
  either: 'a client or customer token',
} as const;

/** The token an operation needs, as a sentence: kind, issuer with its path, and scope. */
export function tokenNeeded(token: Token): string {
  const { issuer, kind } = token;
  const scopes = scopesNeeded(token);
  const withScope = scopes.length === 0 ? '' : ` with scope ${scopes.join(' or ')}`;
  return `This operation needs ${kinds[kind]} of the ${issuer} issuer (${issuerHomes[issuer].path})${withScope}`;
}

/** The holder of a refused token, for the logs. It need not be the caller: a refused token proves nothing. */
export interface TokenHolder {
  readonly tokenOf: string;
  readonly consentId?: string;
}

/** The holder of the refused token, from the refusal. */
export const tokenHolderIn = ({ detail }: Refusal): TokenHolder | undefined =>
  typeof detail === 'object' && detail !== null && 'tokenOf' in detail ? (detail as TokenHolder) : undefined;

const holderOf = ({ clientId, consent }: Introspection): TokenHolder | undefined =>
  clientId === undefined ? undefined : { tokenOf: clientId, ...(consent && { consentId: consent.id }) };

/** 401 with `error="invalid_token"` (RFC 6750 §3.1), for every token that was presented and does not do. */
const refusedToken = (code: Code, text: string, scheme?: string, holder?: TokenHolder): Refusal =>
  new Refusal([{ code, path: 'Authorization', text }], holder, {
    tokenError: 'invalid_token',
    ...(scheme === 'dpop' && { scheme: 'DPoP' }),
  });

/** No token, or no usable header: the one answer without an error code (RFC 6750 §3). */
export function missingToken(token: Token, authorization: string | undefined, expected?: 'DPoP'): Refusal {
  const came =
    authorization === undefined
      ? 'the request has no Authorization header'
      : 'the Authorization header is not "Bearer <token>" or "DPoP <token>"';
  const faults = [{ code: 'TOKEN_UNKNOWN', path: 'Authorization', text: `${tokenNeeded(token)}; ${came}.` }] as const;
  return new Refusal(faults, { authorization: authorization === undefined ? 'absent' : 'not a token' }, expected && { scheme: expected });
}

/** A token that this issuer never gave, has revoked or let expire; or whose consent has ended, which is then reported. */
export function inactiveToken(token: Token, found: Introspection, scheme: string): Refusal {
  const { inactive, consent } = found;
  if (consent && consent.status !== 'valid' && inactive !== 'expired') {
    const { code, text } = endedConsent(consent);
    return refusedToken(code, text, scheme, holderOf(found));
  }
  if (inactive === 'expired') return refusedToken('TOKEN_EXPIRED', codes.TOKEN_EXPIRED.text, scheme, holderOf(found));
  const why = inactive === 'revoked' ? 'the token presented was revoked' : 'this issuer does not know the token presented';
  return refusedToken('TOKEN_UNKNOWN', `${tokenNeeded(token)}; ${why}.`, scheme, holderOf(found));
}

/** A living token of another kind or scope than the operation takes. The refusal describes the token to its holder. */
export function unfitToken(token: Token, found: Introspection, scheme: string): Refusal {
  const { psuId, scope = '' } = found;
  const presented = `a ${psuId === undefined ? 'client' : 'customer'} token ${scope ? `with scope ${scope}` : 'without a scope'}`;
  return refusedToken('TOKEN_INVALID', `${tokenNeeded(token)}; the token presented is ${presented}.`, scheme, holderOf(found));
}

export const missingRole = (role: string, { roles = [], ...found }: Introspection, scheme: string): Refusal =>
  refusedToken(
    'ROLE_INVALID',
    `This operation needs a client with the role ${role}; this client has ${roles.length > 0 ? roles.join(', ') : 'none'}.`,
    scheme,
    holderOf(found),
  );

const ended: Readonly<Record<Exclude<ConsentState['status'], 'valid' | 'expired'>, string>> = {
  received: 'The customer has not approved this consent yet.',
  partiallyAuthorised: 'This consent needs the approval of a second account owner, which is still missing.',
  rejected: 'This consent was refused by the customer or not approved in time; create a new one.',
  revokedByPsu: 'The customer has withdrawn this consent; create a new one if the customer agrees.',
  terminatedByTpp:
    'This consent was deleted by its own client (DELETE /v1.7/consents/{consentId} or of its grant, or the client was removed); create a new one.',
  replacedByTpp: 'A newer recurring consent of the same client and customer has replaced this consent; use the newer one.',
};

/** Why a consent that is not valid opens nothing (states: messages.md §3). */
export function endedConsent({ status, recurring }: ConsentState): { readonly code: Code; readonly text: string } {
  if (status === 'expired') {
    const text = recurring
      ? 'This consent has expired: its validUntil has passed; create a new one.'
      : 'This one-off consent is used up: it ends 24 hours after its approval, or when validUntil has passed; create a new one.';
    return { code: 'CONSENT_EXPIRED', text };
  }
  return { code: 'CONSENT_INVALID', text: ended[status as keyof typeof ended] };
}

/** The text for a client that the bank has suspended. The reason is between the bank and the client. */
const suspendedText =
  'The bank has suspended this client: nothing can be done with its tokens, and nothing approved for it, until the bank lifts the suspension. Its consents are kept. Contact the bank.';
const notAuthorisedText =
  "The authorisation register does not list this client's organization as authorised: nothing can be done with its tokens, and nothing approved for it, until the register lists it again. Its consents are kept.";
const unknownText =
  "The authorisation register has not answered for this client's organization for too long: nothing is done for this client until it does. Try again later.";
const registerRetrySeconds = 30;

/** The token is alive, and its client may not act: 403, or 503 where the register has to answer first. */
export function stoppedClient(register: RegisterStanding | undefined): Refusal {
  if (register === 'unknown')
    return new Refusal([{ code: 'SERVICE_UNAVAILABLE', text: unknownText }], { register }, { retryAfterSeconds: registerRetrySeconds });
  return new Refusal([{ code: 'SERVICE_BLOCKED', text: register === 'notAuthorised' ? notAuthorisedText : suspendedText }]);
}
