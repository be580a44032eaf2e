import { generateKeyPairSync, hash, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT, type JWK } from 'jose';

/** A DPoP key (RFC 9449): tokens are bound to it, and it signs proofs. */
export class ProofKey {
  private readonly privateKey: KeyObject;
  readonly publicKey: JWK;

  constructor() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey.export({ format: 'jwk' }) as JWK;
  }

  /** A proof for one request. `changed` overrides claims, for tests of refusals. */
  proof(method: string, url: string, token?: string, changed: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { origin, pathname } = new URL(url);
    const claims = {
      htm: method,
      htu: origin + pathname,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1_000),
      ...(token !== undefined && { ath: hash('sha256', token, 'base64url') }),
    };
    return this.signed({ ...claims, ...changed });
  }

  signed(claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: this.publicKey, ...header })
      .sign(this.privateKey);
  }
}
