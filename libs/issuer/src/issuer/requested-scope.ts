import type { Issuer } from '@open-banking/spec';
import { errors, type Client as ProviderClient, type KoaContextWithOIDC } from 'oidc-provider';
import { isOver, type Approvals, type ApprovalSubject } from '../approvals.js';
import type { IssuerFacts } from '../issuer-facts.js';
import { GrantRefused } from './grant-refusals.js';
import { refuseUnfit } from './request-parameters.js';
import { scopeOfDetails } from './rich-requests.js';
import { approvedId, clientScope, scopesOf, standingOf } from './scopes.js';
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
  refuseWithdrawnRedirect(ctx, client);
  refuseUnfit(ctx);
  const created = scopeOfDetails(ctx, home);
  if (created !== undefined) return Promise.resolve(created);
  const params = ctx.oidc.params as { scope?: string; grant_type?: string };
  if (ctx.oidc.route !== 'token') return toBeApproved(ctx, params.scope, client, home, approvals);
  if (params.grant_type !== 'client_credentials') return approvedBefore(ctx, client, home, approvals);
  const scope = clientScope(home.id, standingOf(client), params.scope);
  if (scope === undefined) throw new errors.InvalidScope(notGiven(home, client), params.scope ?? '');
  params.scope = scope;
  return Promise.resolve(scope);
}

/**
 * oidc-provider compares the redirect URI when an authorization begins. The client may have withdrawn it since: neither a customer nor a
 * code is sent there any more, and a code that was is worth nothing.
 */
function refuseWithdrawnRedirect({ oidc: { route, params, entities } }: KoaContextWithOIDC, client: ProviderClient): void {
  const code = entities.AuthorizationCode?.redirectUri;
  if (code !== undefined && !client.redirectUriAllowed(code))
    throw new GrantRefused('the redirect URI of the code is no longer registered');
  if (route === 'resume' && !client.redirectUriAllowed(params?.['redirect_uri'] as string)) throw new errors.InvalidRedirectUri();
}

/** What the scope of a customer's approval names, at each issuer. */
const subjects: Readonly<Record<Issuer, string>> = {
  consents: 'the consent that the scope names',
  payments: 'the payment that the scope names',
  mandates: 'the mandate that the scope names',
  cancellation: 'the cancellation of the mandate that the scope names',
};

function notGiven(home: IssuerFacts, client: ProviderClient): string {
  const given = clientScope(home.id, standingOf(client), undefined);
  return given === undefined
    ? `this issuer gives this client no token of its own, but approvals with scope ${scopesOf[home.id].approved}:<id>`
    : `this issuer gives this client's own tokens the scope ${given.split(' ').join(' or ')}`;
}

const oneOfThisClient = ({ id }: IssuerFacts): string =>
  `scope must be ${scopesOf[id].approved}:<id> with the id of what this client has created for this issuer`;

/** An authorization request: for one thing, which this client has created here and which has not ended. */
async function toBeApproved(
  ctx: KoaContextWithOIDC,
  scope = '',
  client: ProviderClient,
  home: IssuerFacts,
  approvals: Approvals | undefined,
): Promise<string> {
  const subject = await scopeSubject(scope, client, home, approvals);
  if (!subject) throw new errors.InvalidScope(oneOfThisClient(home), scope);
  // Its customer has answered, and comes back to a payment that is over already: there is a code where there is an approval.
  const answered = ctx.oidc.route === 'resume' && subject.readable === true;
  if (subject.state === 'ended' && !answered)
    throw new errors.InvalidScope(`${subjects[home.id]} has ended, so it cannot be approved: create another`, scope);
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
  const subject = await scopeSubject(scope, client, home, approvals);
  if (isOver(subject)) throw new GrantRefused('what the customer approved has ended');
  return scope;
}

async function scopeSubject(
  scope: string,
  client: ProviderClient,
  home: IssuerFacts,
  approvals: Approvals | undefined,
): Promise<ApprovalSubject | undefined> {
  const id = approvedId(home.id, scope);
  return id === undefined ? undefined : approvals?.find(id, client.clientId);
}
