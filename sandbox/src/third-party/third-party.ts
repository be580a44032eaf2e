import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { issuerHomes, type Issuer } from '@open-banking/spec';
import type { JSONWebKeySet } from 'jose';
import type { OwnClient } from '@open-banking/installation/own-client';
import { exchange, exchangeWithinLimits, expectSuccess, type HttpResponse, type SentHeaders } from '@open-banking/operator-client';
import { credentialsOf } from './credentials.js';
import { requestObject, signedAnswer } from './signed-messages.js';
import { ProofKey } from './proof-key.js';

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope?: string;
  readonly refresh_token?: string;
}

/** A started authorization: the URL for the customer, and the values that tie the redirect to it. */
export interface Authorization {
  readonly issuer: Issuer;
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
}

interface Metadata {
  readonly require_pushed_authorization_requests?: boolean;
  readonly require_signed_request_object?: boolean;
  readonly jwks_uri: string;
  readonly mtls_endpoint_aliases?: { readonly token_endpoint: string };
}

const random = (): string => randomBytes(32).toString('base64url');

/** A third party with one client: it gets tokens at any of the four issuers and calls operations with them. */
export class ThirdParty {
  /** The key its tokens are bound to, if the bank requires binding and the client has no certificate. */
  readonly proofKey = new ProofKey();
  readonly #bound = new Set<string>();
  readonly #metadata = new Map<Issuer, Promise<Metadata>>();

  constructor(
    readonly baseUrl: string,
    readonly client: OwnClient,
    readonly from?: string,
  ) {}

  /** A client token (client credentials); without a scope, with all scopes of the client. */
  async clientToken(issuer: Issuer, scope?: string): Promise<TokenResponse> {
    return expectSuccess(
      'token',
      await this.requestToken(issuer, { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    );
  }

  /** Starts an authorization code flow for a scope such as `AIS:<consentId>`, with a pushed request if the bank requires one. */
  async startAuthorization(issuer: Issuer, scope: string): Promise<Authorization> {
    const authorization = this.authorization(issuer, scope);
    const { require_pushed_authorization_requests: required } = await this.metadata(issuer);
    return required ? this.pushAuthorization(authorization) : authorization;
  }

  /** Starts a flow with the parameters in the URL and PKCE (RFC 7636). */
  authorization(issuer: Issuer, scope: string): Authorization {
    const verifier = random();
    const state = random();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.client.clientId,
      redirect_uri: this.client.redirectUri,
      scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return { issuer, url: `${this.issuerOf(issuer)}/authorize?${query.toString()}`, verifier, state };
  }

  /** RFC 9126: sends the parameters to the bank first; the URL carries only a reference. */
  async pushAuthorization(authorization: Authorization): Promise<Authorization> {
    const { issuer, url } = authorization;
    const form = Object.fromEntries(new URL(url).searchParams);
    const { require_signed_request_object: signed } = await this.metadata(issuer);
    const pushed = signed ? { request: await requestObject(this.client, this.issuerOf(issuer), form) } : form;
    const { request_uri: uri } = expectSuccess<{ request_uri: string }>('par', await this.request(issuer, 'par', pushed));
    return {
      ...authorization,
      url: `${this.issuerOf(issuer)}/authorize?${new URLSearchParams({ client_id: this.client.clientId, request_uri: uri }).toString()}`,
    };
  }

  /** Exchanges the customer's redirect for the customer token. */
  async redeem({ issuer, verifier, state }: Authorization, redirect: string): Promise<TokenResponse> {
    const answer = await this.answerIn(issuer, redirect);
    if (answer.get('state') !== state) throw new Error('The redirect belongs to another authorization (its state differs)');
    const code = answer.get('code');
    if (code === null) {
      const [error, description] = [answer.get('error'), answer.get('error_description')];
      const refused = error === 'access_denied' ? 'The customer did not approve' : 'The bank refused the authorization';
      throw new Error([refused, error, description].filter(Boolean).join(': '));
    }
    return expectSuccess(
      'token',
      await this.requestToken(issuer, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.client.redirectUri,
        code_verifier: verifier,
      }),
    );
  }

  /** The parameters of an authorization response; a signed one (JARM) is verified first. */
  private async answerIn(issuer: Issuer, redirect: string): Promise<URLSearchParams> {
    const { searchParams } = new URL(redirect);
    const response = searchParams.get('response');
    if (response === null) return searchParams;
    const { jwks_uri: keys } = await this.metadata(issuer);
    const { body } = await exchangeWithinLimits(keys, { from: this.from });
    return new URLSearchParams(await signedAnswer(response, body as JSONWebKeySet, this.issuerOf(issuer), this.client.clientId));
  }

  /** Calls a path below the base URL with a new X-Request-ID, a JSON body, and a DPoP proof if the token is bound to a key. */
  async call(
    method: string,
    path: string,
    { token, headers = {}, body }: { token?: string; headers?: SentHeaders; body?: unknown } = {},
  ): Promise<HttpResponse> {
    const url = (await this.origin()) + path;
    const requestId = randomUUID();
    return exchange(url, async () => ({
      method,
      from: this.from,
      tls: this.client.tls,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        'x-request-id': requestId,
        accept: 'application/json',
        ...(token !== undefined && (await this.authorizationHeaders(token, method, url))),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    }));
  }

  async requestToken(issuer: Issuer, form: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const response = await this.request(issuer, 'token', form);
    const { access_token: token, token_type: type } = (response.body ?? {}) as Partial<TokenResponse>;
    if (token !== undefined && type === 'DPoP') this.#bound.add(token);
    return response;
  }

  /** Sends a request to an issuer's endpoint, authenticated as this client. */
  async request(issuer: Issuer, endpoint: 'par' | 'token' | 'revoke', form: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const { path } = issuerHomes[issuer];
    const url = `${await this.origin()}${path}/${endpoint}`;
    const { require_pushed_authorization_requests: fapi2 } = await this.metadata(issuer);
    // Made anew for each try: assertions and proofs are good once.
    return exchangeWithinLimits(url, async () => {
      const { headers, fields } = await credentialsOf(this.client, this.issuerOf(issuer));
      return {
        method: 'POST',
        from: this.from,
        tls: this.client.tls,
        body: new URLSearchParams({ ...form, ...fields }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          ...headers,
          ...((fapi2 || this.client.tokenBinding) &&
            endpoint !== 'revoke' &&
            this.binding === 'dpop' && { dpop: await this.proofKey.proof('POST', url) }),
        },
      };
    });
  }

  issuerOf(issuer: Issuer): string {
    return this.baseUrl + issuerHomes[issuer].path;
  }

  /** The headers that present a token. */
  async authorizationHeaders(token: string, method: string, url: string): Promise<Record<string, string>> {
    if (!this.#bound.has(token)) return { authorization: `Bearer ${token}` };
    return { authorization: `DPoP ${token}`, dpop: await this.proofKey.proof(method, url, token) };
  }

  /** The binding of its tokens, if the bank binds tokens. */
  private get binding(): 'dpop' | 'tls' {
    return this.client.tokenBinding ?? (this.client.tls ? 'tls' : 'dpop');
  }

  /** The origin of this client's calls: certificates are requested only at a separate origin. */
  private async origin(): Promise<string> {
    if (!this.client.tls) return this.baseUrl;
    const { mtls_endpoint_aliases: aliases } = await this.metadata('consents');
    if (!aliases) throw new Error('This client authenticates with a certificate, and the bank has no TLS listener: set TLS_PORT');
    return new URL(aliases.token_endpoint).origin;
  }

  /**
   * The issuer's metadata (RFC 8414). Not read for a client with a secret and no certificate: a bank that issues secrets requires nothing
   * else.
   */
  private metadata(issuer: Issuer): Promise<Metadata> {
    if (this.client.clientSecret !== undefined && !this.client.tls) return Promise.resolve({ jwks_uri: `${this.issuerOf(issuer)}/jwks` });
    const known =
      this.#metadata.get(issuer) ??
      exchangeWithinLimits(`${this.issuerOf(issuer)}/.well-known/oauth-authorization-server`, { from: this.from }).then((response) =>
        expectSuccess<Metadata>('metadata', response),
      );
    this.#metadata.set(issuer, known);
    return known;
  }
}
