import type { Role } from '@open-banking/spec';
import { errors, type Client as ProviderClient, type KoaContextWithOIDC } from 'oidc-provider';
import type { Approvals, ApprovalSubject } from '../approvals.js';
import type { IssuerFacts } from '../issuer-facts.js';
import { approvedId, clientScope } from './scopes.js';
import { refuseSuspended } from './suspended-client.js';
import { mustBeApprovedBy } from './time-to-answer.js';

/**
 * Decides about the scope of every request, in the one place where oidc-provider asks before it gives any: as the scope
 * of the resource server, which is this bank. It throws what the client is told; what it returns is all that can be given.
 * Left to itself oidc-provider would give any scope it does not know to client credentials (tried with 9.13.3).
 */
export function requestedScope(
  ctx: KoaContextWithOIDC,
  client: ProviderClient,
  home: IssuerFacts,
  approvals: Approvals | undefined,
): Promise<string> {
  refuseSuspended(client);
  const params = ctx.oidc.params as { scope?: string; grant_type?: string };
  if (ctx.oidc.route !== 'token') return toBeApproved(ctx, params.scope, client, home, approvals);
  if (params.grant_type !== 'client_credentials') return approvedBefore(ctx, client, home, approvals);
  const scope = clientScope(
    home.id,
    { roles: client['roles'] as Role[], scopes: client['registered_scopes'] as string[] | undefined },
    params.scope,
  );
  if (scope === undefined) throw new errors.InvalidScope('this issuer does not give this client that scope', params.scope ?? '');
  params.scope = scope;
  return Promise.resolve(scope);
}

/** An authorization request: for one thing, which this client has created here and which has not ended. */
async function toBeApproved(
  ctx: KoaContextWithOIDC,
  scope = '',
  client: ProviderClient,
  home: IssuerFacts,
  approvals: Approvals | undefined,
): Promise<string> {
  const subject = await subjectOf(scope, client, home, approvals);
  if (!subject) throw new errors.InvalidScope('ask for one thing this client has created here, by its id', scope);
  // Its customer has answered, and comes back to a payment that is over already: there is a code where there is an approval.
  const answered = ctx.oidc.route === 'resume' && subject.readable === true;
  if (subject.state === 'ended' && !answered) throw new errors.InvalidScope('what the scope names has ended', scope);
  if (subject.answerBy) mustBeApprovedBy(ctx, subject.answerBy);
  return scope;
}

/** A code or a refresh token: what it was given for must still live, or be there to be read. */
async function approvedBefore(
  ctx: KoaContextWithOIDC,
  client: ProviderClient,
  home: IssuerFacts,
  approvals: Approvals | undefined,
): Promise<string> {
  const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities;
  const scope = (code ?? refresh)?.scope ?? '';
  const subject = await subjectOf(scope, client, home, approvals);
  if (!subject || (subject.state === 'ended' && !subject.readable)) throw new errors.InvalidGrant('what the customer approved has ended');
  return scope;
}

async function subjectOf(
  scope: string,
  client: ProviderClient,
  home: IssuerFacts,
  approvals: Approvals | undefined,
): Promise<ApprovalSubject | undefined> {
  const id = approvedId(home.id, scope);
  return id === undefined ? undefined : approvals?.find(id, client.clientId);
}
