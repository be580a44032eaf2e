import { createHash, createPrivateKey, createPublicKey, sign, constants, type KeyObject } from 'node:crypto';
import type { PrivateKey } from './settings.js';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A private key that signs JSON web tokens (RFC 7519). */
export class SigningKey {
  readonly #key: KeyObject;
  readonly keyId: string | undefined;
  readonly algorithm: 'ES256' | 'EdDSA' | 'PS256';

  constructor(key: PrivateKey) {
    this.#key = typeof key === 'string' ? createPrivateKey(key) : createPrivateKey({ key, format: 'jwk' });
    this.keyId = typeof key === 'string' ? undefined : key.kid;
    this.algorithm = algorithmOf(this.#key);
  }

  /** The public half as a JWK, without anything that is not needed to check a signature. */
  get publicJwk(): object {
    const { kty, crv, x, y, n, e } = createPublicKey(this.#key).export({ format: 'jwk' });
    return Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined));
  }

  token(header: object, claims: object): string {
    const signed = `${encoded({ alg: this.algorithm, ...header })}.${encoded(claims)}`;
    return `${signed}.${this.#sign(Buffer.from(signed)).toString('base64url')}`;
  }

  #sign(data: Uint8Array): Buffer {
    if (this.algorithm === 'EdDSA') return sign(null, data, this.#key);
    if (this.algorithm === 'ES256') return sign('sha256', data, { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return sign('sha256', data, { key: this.#key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningKey['algorithm'] {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') return 'PS256';
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new TypeError('The private key has to be EC P-256, Ed25519 or RSA.');
}
