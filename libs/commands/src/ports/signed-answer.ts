import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** How far the clocks of a bank's servers may be apart, and how long a request may be on its way. */
const aroundSeconds = 60;

interface Header {
  readonly alg?: unknown;
  readonly kid?: unknown;
  readonly b64?: unknown;
  readonly crit?: unknown;
  readonly aud?: unknown;
  readonly iat?: unknown;
}

/**
 * Throws unless a server of the bank's own has signed these bytes, for this address and within the last minute: a detached JWS with ES256
 * (RFC 7515 appendix F, RFC 7797), as `SignedPort` makes them. `keysFile`: a JWK Set of its public keys. It is read each time, so that a
 * rotation is a file that is replaced.
 */
export async function verifySignedAnswer(body: Buffer, jws: string, keysFile: string, audience: string): Promise<void> {
  if (jws === '') throw new Error('it has no x-jws-signature');
  const [encoded = '', payload, signature = '', ...more] = jws.split('.');
  if (payload !== '' || more.length > 0) throw new Error('the signature is not detached');
  const header = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Header;
  refuseHeader(header, audience);
  const signed = Buffer.concat([Buffer.from(`${encoded}.`), body]);
  const key = await verificationKey(keysFile, header.kid);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not fit');
}

function refuseHeader({ alg, b64, crit, aud, iat }: Header, audience: string): void {
  if (alg !== 'ES256' || b64 !== false || JSON.stringify(crit) !== '["b64"]') throw new Error('it is signed in another way');
  if (aud !== audience) throw new Error('its aud is another address');
  if (typeof iat !== 'number' || Math.abs(Date.now() / 1_000 - iat) > aroundSeconds) throw new Error('it was signed at another time');
}

async function verificationKey(keysFile: string, kid: unknown): Promise<KeyObject> {
  const { keys } = JSON.parse(await readFile(keysFile, 'utf8')) as { readonly keys?: readonly (JsonWebKey & { readonly kid?: string })[] };
  if (!keys) throw new Error(`${keysFile} is no JWK Set: {"keys":[…]}`);
  const found = keys.find((key) => key.kid === kid && key.kty === 'EC' && key.crv === 'P-256');
  if (!found) throw new Error('its kid is that of no key on P-256 in the keys file');
  const { kty, crv, x, y } = found as Record<'kty' | 'crv' | 'x' | 'y', string>;
  return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
}
