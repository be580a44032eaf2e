import { type Introspection, longestToken } from '@open-banking/contracts';
import type { Operation, Token } from '@open-banking/spec';
import type { TokenAuthority } from './introspection.js';
import type { SenderConstraintService, SenderEvidence } from './sender-constraint.js';
import { inactiveToken, missingRole, missingToken, unfitToken } from './token-refusal.js';

/** RFC 6750 §2.1 and RFC 9449 §7.1; a token in the query or the body is not looked at. */
const presented = /^(Bearer|DPoP) +([A-Za-z0-9._~+/-]+=*)$/i;

/** A request as far as it says who asks. */
export interface PresentedToken extends SenderEvidence {
  readonly authorization?: string;
}

/** Finds out who asks: the token must be the row's issuer's, alive, its sender's own, of the right kind, scope and role. */
export async function authenticateToken(
  row: Pick<Operation, 'token'>,
  asking: PresentedToken,
  authority: TokenAuthority,
  senders: Pick<SenderConstraintService, 'check' | 'scheme'>,
  meanwhile?: (remembered: Introspection) => void,
): Promise<Introspection> {
  const { token } = row as { token: Token };
  const shown = tokenIn(asking.authorization);
  if (!shown) throw missingToken(token, asking.authorization, senders.scheme);
  const found: Introspection =
    shown.token.length > longestToken
      ? { active: false, inactive: 'unknown', issuer: token.issuer }
      : await authority.introspect(token.issuer, shown.token, meanwhile);
  if (!found.active) throw inactiveToken(token, found, shown.scheme);
  // Most tokens need no waiting, and a promise costs more than the check.
  const checked = senders.check(found, shown, asking);
  if (checked) await checked;
  refuseUnfit(token, found, shown.scheme);
  return found;
}

function tokenIn(authorization: string | undefined): { scheme: string; token: string } | undefined {
  const [, scheme, token] = presented.exec(authorization ?? '') ?? [];
  return scheme && token ? { scheme: scheme.toLowerCase(), token } : undefined;
}

/** Throws where a living token is not one for this row. */
function refuseUnfit(token: Token, found: Introspection, scheme: string): void {
  const { psuId, scope = '', roles = [] } = found;
  if (!isOfKind(token.kind, psuId, scope) || !holdsScope(token, psuId, scope)) throw unfitToken(token, found, scheme);
  if (token.role && !roles.includes(token.role)) throw missingRole(token.role, found, scheme);
}

/** A scope with an id but without a customer is no approval (messages.md §2). */
function isOfKind(kind: Token['kind'], psuId: string | undefined, scope: string): boolean {
  if (psuId !== undefined) return kind !== 'client';
  return kind !== 'customer' && !scope.includes(':');
}

/** A client's own token needs the row's scope itself, a customer's one of the row's form, whatever its id. */
function holdsScope({ clientScope, customerScope }: Token, psuId: string | undefined, held: string): boolean {
  const needed = psuId === undefined ? clientScope : customerScope;
  if (needed === undefined) return true;
  const form = needed.slice(0, needed.indexOf(':') + 1);
  return held.split(' ').some((scope) => (form === '' ? scope === needed : scope.startsWith(form)));
}
