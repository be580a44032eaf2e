import { Refusal, type Code } from '@open-banking/messages';
import type { Operation, Token } from '@open-banking/spec';
import type { ConsentState, Introspection, TokenAuthority } from './introspection.js';
import type { Senders, Sending } from './sender.js';

/** RFC 6750 §2.1 and RFC 9449 §7.1; a token in the query or the body is not looked at. */
const presented = /^(Bearer|DPoP) +([A-Za-z0-9._~+/-]+=*)$/i;

/** A request as far as it says who asks. */
export interface Asking extends Sending { readonly authorization?: string }

/** Finds out who asks: the token must be the row's issuer's, alive, its sender's own, of the right kind, scope and role. */
export async function whoAsks(row: Pick<Operation, 'token'>, asking: Asking, authority: TokenAuthority, senders: Pick<Senders, 'check' | 'scheme'>): Promise<Introspection> {
  const { token } = row as { token: Token };
  const shown = tokenIn(asking.authorization, senders.scheme);
  const found = await authority.introspect(token.issuer, shown.token);
  if (!found.active) throw refusedToken(whyInactive(found), shown.scheme);
  await senders.check(found, shown, asking);
  const code = unfit(token, found);
  if (code) throw refusedToken(code, shown.scheme);
  return found;
}

function tokenIn(authorization: string | undefined, expected: 'DPoP' | undefined): { scheme: string; token: string } {
  const [, scheme, token] = presented.exec(authorization ?? '') ?? [];
  if (!scheme || !token) throw new Refusal('TOKEN_UNKNOWN', { authorization: authorization === undefined ? 'absent' : 'not a token' }, expected && { scheme: expected });
  return { scheme: scheme.toLowerCase(), token };
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

const refusedToken = (code: Code, scheme: string): Refusal => new Refusal(code, undefined, { tokenError: 'invalid_token', ...(scheme === 'dpop' && { scheme: 'DPoP' }) });

/** A token dies with its consent: then the consent is what the client must be told of. */
function whyInactive({ inactive, consent }: Introspection): Code {
  if (consent && consent.status !== 'valid' && inactive !== 'expired') return deadConsent(consent);
  return inactive === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_UNKNOWN';
}

export const deadConsent = ({ status }: ConsentState): Code => (status === 'expired' ? 'CONSENT_EXPIRED' : 'CONSENT_INVALID');
