import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, FlattenedSign, flattenedVerify, importJWK, type JWK } from 'jose';

/** How far the clocks of a bank's servers may be apart, and how long a request may be on its way. */
const aroundSeconds = 60;

/** Signs answers and checks requests as docs/ports/core.json says: detached JWS with ES256 (RFC 7515 appendix F, RFC 7797). */
export class Signatures {
  readonly #bankKeys: ReturnType<typeof createRemoteJWKSet>;

  /** `bankKeysUrl`: `jwks_uri` of the bank's issuer of payments, read again for a key that is not known. */
  constructor(
    private readonly key: JWK,
    bankKeysUrl: string,
  ) {
    this.#bankKeys = createRemoteJWKSet(new URL(bankKeysUrl), { cooldownDuration: 1_000, cacheMaxAge: Infinity, timeoutDuration: 2_000 });
  }

  /** Throws unless the bank has signed these bytes for this address, a moment ago. */
  async check(body: Buffer, jws: string, audience: string): Promise<void> {
    const [encoded = '', payload, signature = '', ...more] = jws.split('.');
    if (payload !== '' || more.length > 0) throw new Error('the signature is not detached');
    const { protectedHeader } = await flattenedVerify({ protected: encoded, payload: body, signature }, this.#bankKeys, {
      algorithms: ['ES256'],
    });
    const { b64, aud, iat } = protectedHeader as { b64?: unknown; aud?: unknown; iat?: unknown };
    if (b64 !== false) throw new Error('the body is signed in another way');
    if (aud !== audience) throw new Error('the signature is for another address');
    if (typeof iat !== 'number' || Math.abs(Date.now() / 1_000 - iat) > aroundSeconds) throw new Error('it was signed at another time');
  }

  /** The signature of an answer to a request to this address. */
  async sign(body: Buffer, audience: string): Promise<string> {
    const head = {
      alg: 'ES256',
      kid: this.key.kid!,
      b64: false,
      crit: ['b64'],
      aud: audience,
      iat: Math.floor(Date.now() / 1_000),
      jti: randomUUID(),
    };
    const signed = await new FlattenedSign(body).setProtectedHeader(head).sign(await importJWK(this.key, 'ES256'));
    return `${signed.protected}..${signed.signature}`;
  }
}
