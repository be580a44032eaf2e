import { randomUUID } from 'node:crypto';
import { bankErrorOf, OAuthError, VerificationError } from './errors.js';
import { issuers } from './generated/operations.js';
import type { IssuerMetadata } from './generated/messages.js';
import { sha256, SigningKey } from './jws.js';
import { checkMetadata } from './metadata.js';
import type { Issuer } from './operation-ids.js';
import type { Authentication, Settings } from './settings.js';
import { singleFlight, type Token } from './token.js';
import type { Transport } from './transport.js';
import { isTokenResponse, parsedObject, type JsonObject } from './untrusted.js';

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
}

type Form = Readonly<Record<string, string>>;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionSeconds = 60;
const metadataMs = 3_600_000;
const seconds = (): number => Math.floor(Date.now() / 1_000);

/** Joins a path to the base URL, which may have a path itself. */
export const below = (baseUrl: string, path: string): string => `${baseUrl.replace(/\/+$/, '')}${path}`;

/** What proves who the client is, and that it holds the key its tokens are bound to. */
export class Credentials {
  readonly #clientId: string;
  readonly #authentication: Authentication;
  readonly #assertionKey: SigningKey | undefined;
  readonly #dpopKey: SigningKey | undefined;

  constructor({ clientId, authentication, dpopKey, tls }: Settings) {
    this.#clientId = clientId;
    this.#authentication = authentication;
    if (authentication.method === 'tls_client_auth' && !tls) throw new TypeError('tls_client_auth needs the certificate: `tls`.');
    this.#assertionKey = authentication.method === 'private_key_jwt' ? new SigningKey(authentication.privateKey) : undefined;
    this.#dpopKey = dpopKey === undefined ? undefined : new SigningKey(dpopKey);
  }

  /** Of RFC 6749 §2.3.1, RFC 7523 §2.2 or RFC 8705 §2.1. */
  credentialsFor(issuer: string): { readonly headers: Form; readonly fields: Form } {
    const client_id = this.#clientId;
    const given = this.#authentication;
    if (given.method === 'client_secret_basic') {
      const pair = [client_id, given.clientSecret].map(encodeURIComponent).join(':');
      return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, fields: {} };
    }
    if (given.method === 'client_secret_post') return { headers: {}, fields: { client_id, client_secret: given.clientSecret } };
    if (given.method === 'tls_client_auth') return { headers: {}, fields: { client_id } };
    return {
      headers: {},
      fields: { client_id, client_assertion_type: assertionType, client_assertion: this.#assertion(issuer, given.keyId) },
    };
  }

  #assertion(issuer: string, keyId: string | undefined): string {
    const key = this.#assertionKey!;
    const kid = keyId ?? key.keyId;
    const client_id = this.#clientId;
    const claims = { iss: client_id, sub: client_id, aud: issuer, jti: randomUUID(), iat: seconds(), exp: seconds() + assertionSeconds };
    return key.token({ ...(kid !== undefined && { kid }) }, claims);
  }

  /** The proof of RFC 9449 for one request, where the client's tokens are bound to a key. */
  proof(method: string, url: string, token?: Token): Form {
    if (!this.#dpopKey || (token && token.type.toLowerCase() !== 'dpop')) return {};
    const { origin, pathname } = new URL(url);
    const ath = token && sha256(token.value);
    const claims = { htm: method, htu: origin + pathname, jti: randomUUID(), iat: seconds(), ...(ath !== undefined && { ath }) };
    return { dpop: this.#dpopKey.token({ typ: 'dpop+jwt', jwk: this.#dpopKey.publicJwk }, claims) };
  }
}

/** One issuer of the bank: its metadata, and its endpoints for the client. */
export class IssuerEndpoint {
  readonly #transport: Transport;
  readonly #settings: Settings;
  #metadata: { readonly read: number; readonly value: IssuerMetadata } | undefined;
  readonly #readMetadata = singleFlight(async () => {
    const url = below(this.#settings.baseUrl, `${issuers[this.issuer].path}/.well-known/oauth-authorization-server`);
    const answer = await this.#json(issuers[this.issuer].metadata, () => ({ method: 'GET', url, headers: {} }));
    checkMetadata(answer, this.name);
    const value = answer as unknown as IssuerMetadata;
    this.#metadata = { read: performance.now(), value };
    return value;
  });

  constructor(
    readonly issuer: Issuer,
    settings: Settings,
    readonly credentials: Credentials,
    transport: Transport,
  ) {
    this.#settings = settings;
    this.#transport = transport;
  }

  /** The issuer's name, which is its address too. */
  get name(): string {
    return below(this.#settings.baseUrl, issuers[this.issuer].path);
  }

  async metadata(): Promise<IssuerMetadata> {
    const known = this.#metadata;
    return known && performance.now() - known.read < metadataMs ? known.value : this.#readMetadata();
  }

  async token(form: Form): Promise<TokenResponse> {
    const answer = await this.#post('token', 'token_endpoint', form);
    if (!isTokenResponse(answer)) throw new VerificationError(`The answer of ${this.name} has no token, or not its type or its duration`);
    return answer as unknown as TokenResponse;
  }

  /** RFC 9126: the parameters go to the bank first, and the customer's browser carries a reference to them. */
  async push(form: Form): Promise<{ readonly request_uri: string }> {
    const { request_uri } = await this.#post('par', 'pushed_authorization_request_endpoint', form);
    if (typeof request_uri !== 'string') throw new VerificationError(`The answer of ${this.name} has no request_uri`);
    return { request_uri };
  }

  /** The issuer's public keys (RFC 7517). */
  async keys(): Promise<readonly unknown[]> {
    const url = (await this.metadata()).jwks_uri;
    const { keys } = await this.#json('jwks', () => ({ method: 'GET', url, headers: {} }));
    if (!Array.isArray(keys)) throw new VerificationError(`The answer of ${this.name} has no list of keys`);
    return keys as readonly unknown[];
  }

  async #post(operation: string, endpoint: 'token_endpoint' | 'pushed_authorization_request_endpoint', form: Form): Promise<JsonObject> {
    const metadata = await this.metadata();
    const aliases = this.#settings.tls ? (metadata.mtls_endpoint_aliases as Form | undefined) : undefined;
    const url = aliases?.[endpoint] ?? (metadata[endpoint] as string | undefined);
    if (url === undefined) throw new VerificationError(`The metadata of ${this.name} has no ${endpoint}`);
    return this.#json(operation, () => {
      const { headers, fields } = this.credentials.credentialsFor(this.name);
      return {
        method: 'POST',
        url,
        headers: { ...headers, ...this.credentials.proof('POST', url), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, ...fields }).toString(),
      };
    });
  }

  async #json(operation: string, request: () => { method: string; url: string; headers: Form; body?: string }): Promise<JsonObject> {
    const requestId = randomUUID();
    const { status, headers, text } = await this.#transport.send({
      operation,
      requestId,
      request: () => {
        const made = request();
        return { ...made, headers: { accept: 'application/json', ...made.headers } };
      },
    });
    const answer = parsedObject(text);
    if (status < 300) return answer;
    const { error, error_description: description } = answer;
    if (typeof error !== 'string' || status === 429) throw bankErrorOf({ operation, requestId, status, headers, text });
    throw new OAuthError(error, typeof description === 'string' ? description : undefined, status);
  }
}
