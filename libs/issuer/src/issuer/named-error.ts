import type { Profile } from '@open-banking/config';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { clearError } from './clear-error.js';
import { AuthenticationRefused } from './client-authentication.js';
import { grantFault } from './grant-refusals.js';
import { keysUnread } from './key-sets.js';
import { requestObjectFault } from './request-object.js';

/** An error of an endpoint that clients call themselves (RFC 6749 §5.2). */
export interface NamedError {
  readonly error: string;
  readonly error_description: string;
}

type Thrown = errors.OIDCProviderError;

const replayedProof: NamedError = { error: 'invalid_dpop_proof', error_description: 'a DPoP proof is good once' };
const unverified = 'the request object is no JWT that this client has signed';

/**
 * Replaces errors of oidc-provider 9.13.3 that differ from the RFC or do not help: keys that could not be fetched, a grant the client has
 * not registered for (RFC 6749 §5.2), a proof that was used before (RFC 9449 §5), and a request_uri that is pushed (RFC 9126 §2.1). A proof
 * that is missing stays `invalid_grant`, as the conformance suite has it.
 */
export function namedError(ctx: KoaContextWithOIDC, thrown: Thrown, profile: Profile, isReplay: boolean): NamedError | undefined {
  const { error } = thrown;
  if (isReplay && error !== 'invalid_client') return replayedProof;
  if (error === 'invalid_client') return described(error, clientFault(thrown, isReplay)) ?? clearer(thrown, profile);
  return byError[error]?.(ctx, thrown) ?? clearer(thrown, profile);
}

const byError: Readonly<Record<string, (ctx: KoaContextWithOIDC, thrown: Thrown) => NamedError | undefined>> = {
  invalid_grant: (ctx, thrown) => described('invalid_grant', grantFault(ctx, thrown)),
  invalid_request_object: (ctx, thrown) =>
    described('invalid_request_object', requestObjectFault(ctx) ?? thrown.error_description ?? unverified),
  invalid_request: (ctx) =>
    lacksGrantType(ctx)
      ? described('unauthorized_client', `this client is registered for grant_type ${ctx.oidc.client!.grantTypes!.join(' or ')}`)
      : described('invalid_request_object', requestObjectFault(ctx)),
  request_uri_not_supported: () => described('invalid_request', 'request_uri cannot be pushed'),
};

const described = (error: string, description: string | undefined): NamedError | undefined =>
  description === undefined ? undefined : { error, error_description: description };

function clearer({ error, error_description: said }: Thrown, profile: Profile): NamedError | undefined {
  const { error_description: description } = clearError({ error, error_description: said }, profile);
  return description === said ? undefined : described(error, description);
}

/** Whether an authenticated client asks the token endpoint for a grant that it has not registered for. */
function lacksGrantType({ oidc: { route, params, client } }: KoaContextWithOIDC): boolean {
  const grantType = params?.['grant_type'];
  return route === 'token' && client !== undefined && typeof grantType === 'string' && !client.grantTypeAllowed(grantType);
}

const noSubject = 'sub (JWT subject) must be provided in the client_assertion JWT';

/** The reason why a client is not authenticated, if it may be given. Only an assertion that is verified is compared with earlier ones. */
function clientFault(thrown: Thrown, isReplay: boolean): string | undefined {
  if (thrown instanceof AuthenticationRefused) return thrown.reason;
  if (isReplay) return 'the client_assertion was used before: sign one with a new jti for each request';
  if (thrown.error_detail === noSubject) return 'sub of the client_assertion is missing: it must be the client_id';
  const unread = keysUnread(thrown);
  return unread && `the keys at jwks_uri cannot be read: ${unread}`;
}
