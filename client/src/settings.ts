import type { AnswerEvent } from './call-options.js';
import type { Grant } from './grant.js';
import type { Issuer } from './operation-ids.js';

/** A private key: PEM (PKCS #8), or a JWK. EC P-256 signs ES256, Ed25519 EdDSA, RSA PS256. */
export type PrivateKey = string | PrivateJwk;
export interface PrivateJwk {
  readonly kty: string;
  readonly kid?: string;
  readonly [member: string]: unknown;
}

/** A certificate with its key, PEM; `ca` is trusted for the bank's own certificate, where it is not one of the public authorities. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  readonly ca?: string | readonly string[];
}

/** How the client proves who it is: the method that it is registered with. */
export type Authentication =
  | { readonly method: 'client_secret_basic'; readonly clientSecret: string }
  | { readonly method: 'client_secret_post'; readonly clientSecret: string }
  | {
      readonly method: 'private_key_jwt';
      readonly privateKey: PrivateKey;
      /** Default: `kid` of the JWK. */
      readonly keyId?: string;
    }
  /** With the certificate of `tls`. */
  | { readonly method: 'tls_client_auth' };

/** When a call is repeated, always with its `X-Request-ID`, so that a write takes effect once. */
export interface Repetition {
  /** Requests that a call may send. Default: 4. */
  readonly attempts?: number;
  /** The longest wait before a repetition; a bank that asks for a longer one is not asked again. Default: 30,000. */
  readonly longestWaitMs?: number;
  /** The longest wait for a used-up limit (429). Default: 0, such a call fails at once with a `RateLimitError`. */
  readonly longestLimitWaitMs?: number;
}

export interface Settings {
  /** The bank's one base URL. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly authentication: Authentication;
  /** Where customers return to: one of the client's registered redirect URIs. Needed to send customers to the bank. */
  readonly redirectUri?: string;
  /** Presented on every connection. Calls then go to the bank's TLS address (`mtls_endpoint_aliases`). */
  readonly tls?: ClientCertificate;
  /** Binds all tokens to this key (DPoP, RFC 9449): in profile `fapi2`, without `tls`. Keep it as long as the grants that you keep. */
  readonly dpopKey?: PrivateKey;
  /** Stores what a customer has approved, whenever its tokens change; a call waits for it before it uses the new ones. */
  readonly saveGrant?: (grant: Grant<Issuer>) => Promise<void> | void;
  readonly repetition?: Repetition;
  /** How long one request may take. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Is told of each answer, refusals included. */
  readonly onAnswer?: (event: AnswerEvent) => void;
  /** Sends the requests. Default: the global `fetch`, or Node's `https` where there is a certificate. */
  readonly fetch?: typeof fetch;
}
