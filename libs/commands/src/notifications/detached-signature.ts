import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto';

/** What is signed besides the body: by whom, for which address, when, and which notification it is. */
export interface DetachedSignatureHeader {
  readonly kid: string;
  readonly iss: string;
  readonly aud: string;
  readonly jti: string;
  readonly iat: number;
}

/**
 * A detached JWS (RFC 7515, appendix F) over the bytes of the body as they are sent (RFC 7797, `b64: false`): nobody has to
 * encode or normalize what was received. The middle part is empty.
 */
export function detachedSignature(body: Buffer, key: JsonWebKey, { kid, ...besides }: DetachedSignatureHeader): string {
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid, b64: false, crit: ['b64'], ...besides })).toString('base64url');
  return `${head}..${es256(Buffer.concat([Buffer.from(`${head}.`), body]), key)}`;
}

/** A signature as JWS has it (RFC 7518 §3.4), in base64url. */
export function es256(data: Buffer, key: JsonWebKey): string {
  const signature = sign('sha256', data, { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' });
  return signature.toString('base64url');
}
