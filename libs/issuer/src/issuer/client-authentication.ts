import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { authMethodsOf } from '../clients.js';
import type { IssuerFacts } from '../issuer-facts.js';

/** A refusal whose reason may be given: the request is at fault for any client, or the client has proved who it is. */
export class AuthenticationRefused extends errors.InvalidClientAuth {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * oidc-provider takes a secret from the header and from the body alike (RFC 7591 §2 has a method for each). Asked only once the secret is
 * right.
 */
export function refuseOtherPlace(method: string | undefined): void {
  const { oidc } = Provider.ctx as KoaContextWithOIDC;
  const shown = oidc.params?.['client_secret'] ? 'client_secret_post' : 'client_secret_basic';
  if (method === shown) return;
  throw new AuthenticationRefused(
    method === 'client_secret_basic'
      ? 'this client is registered for client_secret_basic: send the secret in the Authorization header, not in the body'
      : 'this client is registered for client_secret_post: send the secret in the body, not in the Authorization header',
  );
}

/**
 * Whether a request that ended in this error shows nothing that could authenticate its client: `invalid_client` by RFC 6749 §5.2, while
 * oidc-provider 9.13.3 answers `invalid_request` where there is no client_id either. The answer is the same whether the client_id is
 * registered or not.
 */
export function isUnauthenticated(ctx: KoaContextWithOIDC, error: string, hasCertificate: boolean): boolean {
  if (showsCredential(ctx)) return false;
  return isNamed(ctx) ? error === 'invalid_client' && !hasCertificate : error === 'invalid_request';
}

/** Whether a request that ended in this error relies on its certificate alone. */
export const reliesOnCertificate = (ctx: KoaContextWithOIDC, error: string): boolean =>
  error === 'invalid_client' && isNamed(ctx) && !showsCredential(ctx);

type Parameters = Readonly<Record<string, unknown>>;

const isNamed = ({ oidc }: KoaContextWithOIDC): boolean => Boolean((oidc.body as Parameters | undefined)?.['client_id']);

/** Whether a request shows a credential besides a certificate. Nothing is known of one whose body was not read. */
function showsCredential({ oidc, headers }: KoaContextWithOIDC): boolean {
  const body = oidc.body as Parameters | undefined;
  return body === undefined || headers.authorization !== undefined || [body['client_secret'], body['client_assertion']].some(Boolean);
}

/** With the challenge of RFC 9110 §15.5.2 where an answer to it could be right: the other ways to authenticate have no scheme. */
export function refuseUnauthenticated(ctx: KoaContextWithOIDC, home: IssuerFacts): void {
  const methods = authMethodsOf(home);
  const error = 'invalid_client';
  const description = `client authentication is missing: this issuer takes ${methods.join(' or ')}`;
  ctx.status = 401;
  if (methods.includes('client_secret_basic'))
    ctx.set('www-authenticate', `Basic realm="${home.issuer}", error="${error}", error_description="${description}"`);
  ctx.body = { error, error_description: description };
}
