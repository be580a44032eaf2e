import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { issuerHomes, type Issuer } from '@open-banking/spec';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { OwnClient } from '../bank/operator-file.js';
import { exchange, patiently, succeeded, type Answered, type Asking } from './exchange.js';

export interface TokenAnswer { readonly access_token: string; readonly token_type: string; readonly expires_in: number; readonly scope?: string; readonly refresh_token?: string }

/** An authorization that was begun: where to send the customer, and what proves that the answer is to this one. */
export interface Authorization { readonly issuer: Issuer; readonly url: string; readonly verifier: string; readonly state: string }

const random = (): string => randomBytes(32).toString('base64url');

/** A third party with its own client: OAuth at any of the four issuers, and calls with the tokens it gets. */
export class ThirdParty {
  constructor(readonly baseUrl: string, readonly client: OwnClient, readonly from?: string) {}

  /** A token of the client's own (client credentials); without a scope, all this client can have. */
  async ownToken(issuer: Issuer, scope?: string): Promise<TokenAnswer> {
    return succeeded('token', await this.askForToken(issuer, { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }));
  }

  /** Begins an authorization code flow with PKCE (RFC 7636) for one thing by its id, such as `AIS:<consentId>`. */
  authorization(issuer: Issuer, scope: string): Authorization {
    const verifier = random();
    const state = random();
    const query = new URLSearchParams({
      response_type: 'code', client_id: this.client.clientId, redirect_uri: this.client.redirectUri, scope, state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
    });
    return { issuer, url: `${this.endpoint(issuer, 'authorize')}?${query.toString()}`, verifier, state };
  }

  /** The customer's token, for the redirect the customer came back with. */
  async redeem({ issuer, verifier, state }: Authorization, redirect: string): Promise<TokenAnswer> {
    const answer = new URL(redirect).searchParams;
    if (answer.get('state') !== state) throw new Error('The redirect belongs to another authorization (its state differs)');
    const code = answer.get('code');
    if (code === null) throw new Error(`The customer did not approve: ${[answer.get('error'), answer.get('error_description')].filter(Boolean).join(': ')}`);
    return succeeded('token', await this.askForToken(issuer, { grant_type: 'authorization_code', code, redirect_uri: this.client.redirectUri, code_verifier: verifier }));
  }

  /** Any call under the base URL, with a fresh X-Request-ID; a body is sent as JSON. */
  call(method: string, path: string, { token, headers = {}, body }: { token?: string; headers?: Readonly<Record<string, string>>; body?: unknown } = {}): Promise<Answered> {
    const asking: Asking = {
      method, from: this.from, ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        'x-request-id': randomUUID(), accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }), ...headers,
      },
    };
    return exchange(this.baseUrl + path, asking);
  }

  async askForToken(issuer: Issuer, form: Readonly<Record<string, string>>): Promise<Answered> {
    const { headers, fields } = await this.credentials(issuer);
    return patiently(this.endpoint(issuer, 'token'), {
      method: 'POST', from: this.from, body: new URLSearchParams({ ...form, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    });
  }

  private endpoint(issuer: Issuer, name: string): string {
    return `${this.baseUrl}${issuerHomes[issuer].path}/${name}`;
  }

  /** client_secret_basic (RFC 6749 §2.3.1), or an assertion signed with the client's key (RFC 7523 §2.2). */
  private async credentials(issuer: Issuer): Promise<{ headers?: Record<string, string>; fields?: Record<string, string> }> {
    const { clientId, clientSecret, privateKey } = this.client;
    if (!privateKey) return { headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` } };
    const assertion = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(clientId).setSubject(clientId).setJti(randomUUID())
      .setAudience(`${this.baseUrl}${issuerHomes[issuer].path}`).setIssuedAt().setExpirationTime('60s').sign(await importJWK(privateKey as JWK, 'EdDSA'));
    return { fields: { client_id: clientId, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion: assertion } };
  }
}
