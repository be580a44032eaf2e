import type { SigningKeys } from '@open-banking/commands';
import { importJWK, SignJWT, type JWK } from 'jose';
import { signedModes } from '../clients.js';
import type { IssuerFacts } from '../issuer-facts.js';

/** The client that asked, and how the response is to return. */
export interface Asking {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state?: string | undefined;
  readonly response_mode?: string | undefined;
}

/** An authorization response (RFC 6749 §4.1.2, §4.1.2.1). */
export interface AuthorizationAnswer {
  readonly error: string;
  readonly error_description?: string | undefined;
}

/** JARM §2.1 recommends ten minutes at most. */
const validSeconds = 120;

/** Addresses of clients with the answer to their request: plain (RFC 9207), or signed where it was asked for so (JARM). */
export class AuthorizationResponses {
  constructor(
    private readonly keys: Pick<SigningKeys, 'current'>,
    private readonly home: Pick<IssuerFacts, 'issuer'>,
  ) {}

  /** The address to which the browser goes with an error. */
  async errorAddress(
    { client_id: clientId, redirect_uri: redirectUri, state, response_mode: mode }: Asking,
    answer: AuthorizationAnswer,
  ): Promise<string> {
    const payload = { ...answer, state, iss: this.home.issuer };
    return mode !== undefined && signedModes.includes(mode)
      ? this.signedAddress(redirectUri, clientId, payload)
      : withQuery(redirectUri, payload);
  }

  /** Signed with the key that signs notifications, which the issuer's `jwks_uri` publishes. */
  async signedAddress(redirectUri: string, clientId: string, payload: object): Promise<string> {
    const { kid, key } = await this.keys.current();
    const response = await new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(this.home.issuer)
      .setAudience(clientId)
      .setExpirationTime(Math.floor(Date.now() / 1_000) + validSeconds)
      .sign(await importJWK(key as JWK, 'ES256'));
    return withQuery(redirectUri, { response });
  }
}

function withQuery(redirectUri: string, said: object): string {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(said)) if (value !== undefined) back.searchParams.set(name, String(value));
  return back.href;
}
