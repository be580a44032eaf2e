import { errors, type Client as ProviderClient, type KoaContextWithOIDC } from 'oidc-provider';
import type { Role } from '@open-banking/spec';
import type { Approvals } from '../approvals.js';
import type { IssuerFacts } from './issuer-facts.js';
import { approvedId, clientScope } from './scopes.js';

/**
 * Decides about the scope of every request, in the one place where oidc-provider asks before it gives any: as the scope
 * of the resource server, which is this bank. It throws what the client is told; what it returns is all that can be given.
 * Left to itself oidc-provider would give any scope it does not know to client credentials (tried with 9.13.3).
 */
export async function askedScope(ctx: KoaContextWithOIDC, client: ProviderClient, home: IssuerFacts, approvals: Approvals | undefined): Promise<string> {
  const params = ctx.oidc.params as { scope?: string; grant_type?: string };
  if (ctx.oidc.route === 'token' && params.grant_type === 'client_credentials') {
    const scope = clientScope(home.id, client['roles'] as Role[], params.scope);
    if (scope === undefined) throw new errors.InvalidScope('this issuer does not give this client that scope', params.scope ?? '');
    params.scope = scope;
    return scope;
  }
  const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities;
  const scope = code?.scope ?? refresh?.scope ?? params.scope ?? '';
  const id = approvedId(home.id, scope);
  const subject = id === undefined ? undefined : await approvals?.find(id, client.clientId);
  if (subject && subject.state !== 'ended') return scope;
  if (ctx.oidc.route === 'token') throw new errors.InvalidGrant('what the customer approved has ended');
  throw new errors.InvalidScope(subject ? 'what the scope names has ended' : 'ask for one thing this client has created here, by its id', scope);
}
