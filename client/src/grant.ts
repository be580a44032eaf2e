import type { Issuer } from './operation-ids.js';

/** What a customer has approved, with its tokens: plain JSON to be stored, encrypted. */
export interface Grant<I extends Issuer> {
  readonly issuer: I;
  /** The consent's, payment's or mandate's id. */
  readonly resourceId: string;
  readonly accessToken: string;
  readonly tokenType: string;
  /** When the access token ends, ISO 8601. */
  readonly expiresAt: string;
  /** Gets the next access token. */
  readonly refreshToken?: string;
}

/** A started authorization: plain JSON to be kept, for this customer's session only, until the customer is back. */
export interface Authorization<I extends Issuer> {
  readonly issuer: I;
  readonly resourceId: string;
  /** Where to send the customer. */
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
}

/** An access token for calls that another program sends. */
export interface AccessToken {
  readonly accessToken: string;
  /** `Bearer`, or `DPoP` for a token that is bound to `dpopKey`. */
  readonly tokenType: string;
  /** When the token ends, ISO 8601. */
  readonly expiresAt: string;
}
