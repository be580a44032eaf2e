import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Asking, AuthorizationResponses } from './authorization-response.js';

const urn = 'urn:ietf:params:oauth:request_uri:';

/**
 * The redirect for a customer who came with a request_uri that is used up or out of date: back to the client that pushed
 * the request, if that named an address of its own. The row is kept for a week for this purpose.
 */
export async function wayBack(
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
  responses: AuthorizationResponses,
): Promise<string | undefined> {
  const asked = out.error === 'invalid_request_uri' ? await askedBefore(ctx) : undefined;
  return asked && responses.errorAddress(asked, { error: out.error, error_description: out.error_description });
}

/**
 * Whether an authorization request comes with a request_uri that its client did not push. Checked before the request is read: other
 * errors would go to an address of the sender, with the `state` of the client that pushed it.
 */
export async function isForeignRequest(provider: Provider, query: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { client_id: clientId, request_uri: uri } = query;
  if (typeof uri !== 'string' || !uri.startsWith(urn)) return false;
  return (await pushed(provider, uri))?.client_id !== clientId;
}

/** The request that this client pushed under the request_uri it came with. */
async function askedBefore({ oidc: { client, params, provider } }: KoaContextWithOIDC): Promise<Asking | undefined> {
  const uri = params?.['request_uri'];
  if (!client || typeof uri !== 'string' || !uri.startsWith(urn)) return undefined;
  const asked = await pushed(provider, uri);
  return asked?.client_id === client.clientId && client.redirectUriAllowed(asked.redirect_uri) ? asked : undefined;
}

/** The request that was pushed under a request_uri, also if that is used up or out of date. */
async function pushed(provider: Provider, uri: string): Promise<Asking | undefined> {
  const found = (await provider.PushedAuthorizationRequest.find(uri.slice(urn.length), { ignoreExpiration: true })) as
    { readonly request: string } | undefined;
  return found && decodeJwt<Asking>(found.request);
}
