import type { ErroneousRequest } from '@open-banking/pages';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Asking, AuthorizationResponses } from './authorization-response.js';

interface Thrown {
  readonly message: string;
  readonly error_description?: string;
  readonly expose?: boolean;
  readonly allow_redirect?: boolean;
}

/**
 * An authorization request of a client that registered itself, with an error that would lead the browser to the client at once.
 * Whoever writes such a request has this bank send people to an address of their own choice; a page that names the address comes
 * first (RFC 9700 §4.11.2). Undefined: another client's, or an error that leads nowhere. Errors after the customer has seen
 * the pages are not meant: those name the address too, and end at the resumption.
 */
export async function erroneousRequest(
  ctx: KoaContextWithOIDC,
  thrown: Thrown,
  responses: AuthorizationResponses,
): Promise<ErroneousRequest | undefined> {
  const { client, route } = ctx.oidc;
  if (route !== 'authorization' || client?.['registered_itself'] !== true) return undefined;
  const goTo = ctx.response.get('location') || (await backTo(ctx, thrown, responses));
  if (goTo === undefined) return undefined;
  const { searchParams: errorParams } = new URL(goTo);
  const { message, error_description: description } = thrown;
  return {
    clientName: client.clientName ?? client.clientId,
    goTo,
    detail: [errorParams.get('error') ?? message, errorParams.get('error_description') ?? description].filter(Boolean).join(': '),
  };
}

/** A request in error may name any response mode; this bank answers by `query` where it is not signed. */
async function backTo(
  { oidc: { client, params } }: KoaContextWithOIDC,
  { message, error_description, expose, allow_redirect: mayRedirect }: Thrown,
  responses: AuthorizationResponses,
): Promise<string | undefined> {
  const { redirect_uri: redirectUri, ...asked } = (params ?? {}) as Partial<Asking>;
  if (!expose || mayRedirect === false || redirectUri === undefined || !client!.redirectUriAllowed(redirectUri)) return undefined;
  return responses.errorAddress(
    { ...asked, client_id: client!.clientId, redirect_uri: redirectUri },
    { error: message, error_description },
  );
}
