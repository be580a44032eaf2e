import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { connect, type Bank, type Grant, type ReceivedRequest, type Settings } from '../src/index.js';
import { scriptedResponse } from './connected.js';

export const origin = 'https://bank.example';
/** A bank whose base URL has a path: its neighbour has the same origin. */
export const baseUrl = `${origin}/bank-a`;
export const consents = `${baseUrl}/v1.7/oauth/consents`;
export const address = 'https://me.example/notifications';
export const grant: Grant<'consents'> = {
  issuer: 'consents',
  resourceId: 'c-1',
  accessToken: 'token',
  tokenType: 'Bearer',
  expiresAt: '2999-01-01T00:00:00.000Z',
};

/** Nested lists in JSON. Converting them into a text ends the stack. */
export const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

export interface Script {
  readonly metadata?: object;
  readonly token?: unknown;
  readonly keys?: unknown;
  readonly call?: () => Response;
  readonly settings?: Partial<Settings>;
}

/** A bank of prepared answers, without a server. */
export function scriptedBank({ metadata, token, keys, call, settings }: Script): { readonly bank: Bank; readonly sent: string[] } {
  const sent: string[] = [];
  const answer = (url: string): Response => {
    if (url.endsWith('/oauth-authorization-server')) {
      const issuer = url.replace('/.well-known/oauth-authorization-server', '');
      const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
      return scriptedResponse(200, { issuer, ...endpoints, ...metadata });
    }
    if (url.endsWith('/token')) return scriptedResponse(200, token ?? { access_token: 't', token_type: 'Bearer', expires_in: 60 });
    if (url.endsWith('/jwks')) return scriptedResponse(200, keys);
    return call?.() ?? scriptedResponse(200, { loans: [] });
  };
  const own: typeof fetch = (input, options) => {
    sent.push(String(input));
    return Promise.resolve().then(() => answer(new Request(String(input), { headers: options?.headers ?? {} }).url));
  };
  const authentication = { method: 'client_secret_basic', clientSecret: 'secret' } as const;
  return {
    bank: connect({ baseUrl, clientId: 'me', authentication, redirectUri: 'https://me.example/back', fetch: own, ...settings }),
    sent,
  };
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: '1' };
export const goodHeader = { alg: 'ES256', kid: '1', b64: false, crit: ['b64'], iss: consents, aud: address, jti: 'n-1' };

/** A notification, signed with the key of `publicJwk`, whatever its header and its body are. */
export function signedNotification(header: string, body = '{"consentId":"c-1"}'): ReceivedRequest {
  const encoded = Buffer.from(header).toString('base64url');
  const signature = sign('sha256', Buffer.from(`${encoded}.${body}`), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const headers = { 'x-jws-signature': `${encoded}..${signature.toString('base64url')}`, digest, 'x-request-id': 'n-1' };
  return { headers, body: Buffer.from(body) };
}
