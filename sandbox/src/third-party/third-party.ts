import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { issuerHomes, type Issuer } from '@open-banking/spec';
import type { OwnClient } from '../bank/operator-file.js';
import { credentialsOf } from './credentials.js';
import { exchange, exchangeWithinLimits, succeeded, type Answered, type Asking } from './exchange.js';
import { ProofKey } from './proof-key.js';

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope?: string;
  readonly refresh_token?: string;
}

/** An authorization that was begun: where to send the customer, and what proves that the answer is to this one. */
export interface Authorization {
  readonly issuer: Issuer;
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
}

interface Metadata {
  readonly require_pushed_authorization_requests?: boolean;
  readonly mtls_endpoint_aliases?: { readonly token_endpoint: string };
}

const random = (): string => randomBytes(32).toString('base64url');

/** A third party with its own client: OAuth at any of the four issuers, and calls with the tokens it gets. */
export class ThirdParty {
  /** The key its tokens are bound to, where the bank asks for that and the client has no certificate. */
  readonly proofKey = new ProofKey();
  readonly #bound = new Set<string>();
  readonly #metadata = new Map<Issuer, Promise<Metadata>>();

  constructor(
    readonly baseUrl: string,
    readonly client: OwnClient,
    readonly from?: string,
  ) {}

  /** A token of the client's own (client credentials); without a scope, all this client can have. */
  async ownToken(issuer: Issuer, scope?: string): Promise<TokenAnswer> {
    return succeeded('token', await this.askForToken(issuer, { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }));
  }

  /** Begins an authorization code flow for one thing by its id, such as `AIS:<consentId>`; pushed, where the bank asks for that. */
  async begin(issuer: Issuer, scope: string): Promise<Authorization> {
    const authorization = this.authorization(issuer, scope);
    const { require_pushed_authorization_requests: required } = await this.metadata(issuer);
    return required ? this.pushed(authorization) : authorization;
  }

  /** The same with its parameters in the address, and PKCE (RFC 7636). */
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

  /** RFC 9126: the parameters go to the bank first, the address carries a reference to them. */
  async pushed(authorization: Authorization): Promise<Authorization> {
    const { issuer, url } = authorization;
    const { request_uri: uri } = succeeded<{ request_uri: string }>(
      'par',
      await this.ask(issuer, 'par', Object.fromEntries(new URL(url).searchParams)),
    );
    return {
      ...authorization,
      url: `${this.issuerOf(issuer)}/authorize?${new URLSearchParams({ client_id: this.client.clientId, request_uri: uri }).toString()}`,
    };
  }

  /** The customer's token, for the redirect the customer came back with. */
  async redeem({ issuer, verifier, state }: Authorization, redirect: string): Promise<TokenAnswer> {
    const answer = new URL(redirect).searchParams;
    if (answer.get('state') !== state) throw new Error('The redirect belongs to another authorization (its state differs)');
    const code = answer.get('code');
    if (code === null)
      throw new Error(`The customer did not approve: ${[answer.get('error'), answer.get('error_description')].filter(Boolean).join(': ')}`);
    return succeeded(
      'token',
      await this.askForToken(issuer, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.client.redirectUri,
        code_verifier: verifier,
      }),
    );
  }

  /** Any call under the base URL, with a fresh X-Request-ID, and a proof where the token is bound to a key; a body is sent as JSON. */
  async call(
    method: string,
    path: string,
    { token, headers = {}, body }: { token?: string; headers?: Readonly<Record<string, string>>; body?: unknown } = {},
  ): Promise<Answered> {
    const url = (await this.origin()) + path;
    const asking: Asking = {
      method,
      from: this.from,
      tls: this.client.tls,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        'x-request-id': randomUUID(),
        accept: 'application/json',
        ...(token !== undefined && (await this.showing(token, method, url))),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    };
    return exchange(url, asking);
  }

  async askForToken(issuer: Issuer, form: Readonly<Record<string, string>>): Promise<Answered> {
    const answered = await this.ask(issuer, 'token', form);
    const { access_token: token, token_type: type } = (answered.body ?? {}) as Partial<TokenAnswer>;
    if (token !== undefined && type === 'DPoP') this.#bound.add(token);
    return answered;
  }

  /** A request to an endpoint of an issuer, as this client. */
  async ask(issuer: Issuer, endpoint: 'par' | 'token' | 'revoke', form: Readonly<Record<string, string>>): Promise<Answered> {
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

  /** The headers that show a token. */
  async showing(token: string, method: string, url: string): Promise<Record<string, string>> {
    if (!this.#bound.has(token)) return { authorization: `Bearer ${token}` };
    return { authorization: `DPoP ${token}`, dpop: await this.proofKey.proof(method, url, token) };
  }

  /** What its tokens are bound to, where the bank binds them. */
  private get binding(): 'dpop' | 'tls' {
    return this.client.tokenBinding ?? (this.client.tls ? 'tls' : 'dpop');
  }

  /** Where this client's own calls go: a certificate is asked for at an address of its own. */
  private async origin(): Promise<string> {
    if (!this.client.tls) return this.baseUrl;
    const { mtls_endpoint_aliases: aliases } = await this.metadata('consents');
    if (!aliases) throw new Error('This bank has no TLS listener (TLS_PORT), and this client nothing but a certificate');
    return new URL(aliases.token_endpoint).origin;
  }

  /** What an issuer asks of its clients (RFC 8414). Whoever has a secret and no certificate has it of a bank that asks for no more. */
  private metadata(issuer: Issuer): Promise<Metadata> {
    if (this.client.clientSecret !== undefined && !this.client.tls) return Promise.resolve({});
    const known =
      this.#metadata.get(issuer) ??
      exchangeWithinLimits(`${this.issuerOf(issuer)}/.well-known/oauth-authorization-server`, { from: this.from }).then((answered) =>
        succeeded<Metadata>('metadata', answered),
      );
    this.#metadata.set(issuer, known);
    return known;
  }
}
