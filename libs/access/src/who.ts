import { Refusal, type Code } from '@open-banking/messages';
import type { Operation, Token } from '@open-banking/spec';
import type { ConsentState, Introspection, TokenAuthority } from './introspection.js';

/** RFC 6750 §2.1 and RFC 9449 §7.1; a token in the query or the body is not looked at. */
const presented = /^(?:Bearer|DPoP) +([A-Za-z0-9._~+/-]+=*)$/i;

/** Finds out who asks: the token must be the row's issuer's, alive, of the right kind, scope and role. */
export async function whoAsks(row: Pick<Operation, 'token'>, authorization: string | undefined, authority: TokenAuthority): Promise<Introspection> {
  const { token } = row as { token: Token };
  const found = await authority.introspect(token.issuer, tokenIn(authorization));
  if (!found.active) throw refusedToken(whyInactive(found));
  const code = unfit(token, found);
  if (code) throw refusedToken(code);
  return found;
}

function tokenIn(authorization: string | undefined): string {
  const [, value] = presented.exec(authorization ?? '') ?? [];
  if (!value) throw new Refusal('TOKEN_UNKNOWN', { authorization: authorization === undefined ? 'absent' : 'not a bearer token' });
  return value;
}

/** Why a living token is not one for this row. */
function unfit(token: Token, { psuId, scope = '', roles = [] }: Introspection): Code | undefined {
  if (!isOfKind(token.kind, psuId, scope) || (token.scope && !holdsScope(scope, token.scope))) return 'TOKEN_INVALID';
  return token.role && !roles.includes(token.role) ? 'ROLE_INVALID' : undefined;
}

/** A scope with an id but no customer is nobody's approval (messages.md §2). */
function isOfKind(kind: Token['kind'], psuId: string | undefined, scope: string): boolean {
  if (psuId !== undefined) return kind !== 'client';
  return kind !== 'customer' && !scope.includes(':');
}

/** `AIS:` asks for any scope of that form; anything else for itself. */
const holdsScope = (held: string, asked: string): boolean =>
  held.split(' ').some((scope) => (asked.endsWith(':') ? scope.startsWith(asked) : scope === asked));

const refusedToken = (code: Code): Refusal => new Refusal(code, undefined, { tokenError: 'invalid_token' });

/** A token dies with its consent: then the consent is what the client must be told of. */
function whyInactive({ inactive, consent }: Introspection): Code {
  if (consent && consent.status !== 'valid' && inactive !== 'expired') return deadConsent(consent);
  return inactive === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_UNKNOWN';
}

export const deadConsent = ({ status }: ConsentState): Code => (status === 'expired' ? 'CONSENT_EXPIRED' : 'CONSENT_INVALID');
