import { randomBytes } from 'node:crypto';
import { messagePage } from '@open-banking/pages';
import type { JWK } from 'jose';
import { interactionPolicy, type ClientMetadata, type Configuration } from 'oidc-provider';
import { acr, customerClaim, customerScope } from './login-client.js';
import { providerSignOutPage, pageWords } from './provider-pages.js';
import { errorPageOf, frameOf, pageHeaders } from './provider-views.js';

/** The bank, as a client: what it is called, the public key that it signs its assertions with, and where browsers come back to. */
export interface BankClient {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly jwk: object;
  readonly callbacks: readonly string[];
  /** The client proves itself with it, in place of the key. Such a provider wants its requests pushed (RFC 9126), too. */
  readonly secret?: string;
}

const clientMetadata = ({ baseUrl, clientId, jwk, callbacks, secret }: BankClient): ClientMetadata => ({
  client_id: clientId,
  ...(secret === undefined
    ? { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256', jwks: { keys: [jwk as never] } }
    : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret }),
  redirect_uris: [...callbacks],
  post_logout_redirect_uris: [`${baseUrl}/customer`],
  backchannel_logout_uri: `${baseUrl}/customer/login/logouts`,
  backchannel_logout_session_required: true,
  id_token_signed_response_alg: 'ES256',
  grant_types: ['authorization_code'],
  response_types: ['code'],
});

/** oidc-provider as the login of a bank: one client, which is trusted with what it asks for, and what it keeps in memory. */
export function providerConfiguration(bank: BankClient, key: JWK): Configuration {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    clients: [clientMetadata(bank)],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    pkce: { required: () => true },
    acrValues: Object.values(acr),
    claims: { acr: null, sid: null, auth_time: null, iss: null, openid: ['sub', 'amr'], [customerScope]: [customerClaim] },
    // Nobody asks for more than the ID token.
    conformIdTokenClaims: false,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: subOf(bank, accountId), [customerClaim]: accountId }) }),
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope(`openid ${customerScope}`);
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      backchannelLogout: { enabled: true },
      pushedAuthorizationRequests: { enabled: bank.secret !== undefined, requirePushedAuthorizationRequests: true },
      rpInitiatedLogout: signOut(bank),
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.set(pageHeaders(bank.baseUrl));
      ctx.body = errorPageOf(ctx.req, [error, description].filter(Boolean).join(': '));
    },
    // Its own asks no address of this machine, where the bank is.
    fetch: (url, options) => {
      const { method, headers, body, signal } = options ?? {};
      return fetch(url, { method, headers, body, signal });
    },
    ttl: { Session: 3_600, Interaction: 900, AuthorizationCode: 60, Grant: 3_600, IdToken: 300, AccessToken: 60 },
  };
}

/** Where customers are named by another claim, `sub` is nobody's name. */
const subOf = ({ secret }: BankClient, accountId: string): string => (secret === undefined ? accountId : `pairwise:${accountId}`);

const signOut = ({ baseUrl }: BankClient): NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']> => ({
  enabled: true,
  logoutSource: (ctx, form) => {
    ctx.set(pageHeaders(baseUrl));
    ctx.body = providerSignOutPage(frameOf(ctx.req), form);
  },
  postLogoutSuccessSource: (ctx) => {
    const frame = frameOf(ctx.req);
    const { signedOut } = pageWords(frame.language);
    ctx.set(pageHeaders(baseUrl));
    ctx.body = messagePage(frame, signedOut, signedOut, { kind: 'note' });
  },
});
