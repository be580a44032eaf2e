import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';

/** A notification as it arrived, with the address that it arrived at. */
export interface Arrived {
  readonly address: string;
  readonly requestId: string | undefined;
  readonly digest: string | undefined;
  readonly signature: string | undefined;
  readonly body: Buffer;
}

/** The public keys of an issuer, by `kid`. */
export type FindKey = (issuer: string, kid: string) => Promise<JsonWebKey | undefined>;

/** Which issuer's notifications name their subject like this. */
const subjects = { consentId: 'consents', paymentId: 'payments', mandateResourceId: 'mandates' } as const;
export type NotifyingIssuer = (typeof subjects)[keyof typeof subjects];

/**
 * Why a receiver must not believe a notification, as docs/notifications.md has it verified; undefined: it is the bank's, and for this
 * address.
 */
export async function notificationFault(
  arrived: Arrived,
  issuers: Readonly<Record<NotifyingIssuer, string>>,
  keyOf: FindKey,
): Promise<string | undefined> {
  const { body, signature = '' } = arrived;
  const missing = digestFault(arrived) ?? shapeFault(arrived);
  if (missing !== undefined) return missing;
  const [head = '', , proof = ''] = signature.split('.');
  const header = objectIn(Buffer.from(head, 'base64url'));
  if (!header) return 'The header of x-jws-signature is not JSON.';
  const wrong = headerFault(header, arrived, issuers);
  if (wrong !== undefined) return wrong;
  const key = await keyOf(String(header['iss']), String(header['kid']));
  if (!key) return 'The issuer publishes no key with this kid, or its keys cannot be read for the moment.';
  const signed = Buffer.concat([Buffer.from(`${head}.`), body]);
  const fits = verify(
    'sha256',
    signed,
    { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(proof, 'base64url'),
  );
  return fits ? undefined : 'The signature does not fit the header and the body.';
}

function digestFault({ digest, body }: Arrived): string | undefined {
  const fitting = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  if (digest === undefined) return 'There is no header Digest.';
  return digest === fitting ? undefined : `Digest does not fit the body: ${fitting} would.`;
}

function shapeFault({ signature }: Arrived): string | undefined {
  if (signature === undefined) return 'There is no header x-jws-signature.';
  return /^[\w-]+\.\.[\w-]+$/.test(signature)
    ? undefined
    : 'x-jws-signature is not detached: header, nothing, signature, with dots between.';
}

function headerFault(
  { alg, b64, crit, iss, aud, jti }: Readonly<Record<string, unknown>>,
  { address, requestId, body }: Arrived,
  issuers: Readonly<Record<NotifyingIssuer, string>>,
): string | undefined {
  if (alg !== 'ES256') return 'alg is not ES256.';
  if (b64 !== false || !Array.isArray(crit) || !crit.includes('b64')) return 'b64 is not false, or not in crit.';
  const content = objectIn(body) ?? {};
  const subject = Object.keys(subjects).find((name) => name in content) as keyof typeof subjects | undefined;
  if (!subject) return 'The body is not a notification: it names no consent, payment or mandate.';
  if (iss !== issuers[subjects[subject]]) return `iss is not ${issuers[subjects[subject]]}.`;
  if (!isSameAddress(aud, address)) return `aud is not this address, ${address}.`;
  return jti === requestId ? undefined : 'jti is not the X-Request-ID.';
}

const isSameAddress = (aud: unknown, address: string): boolean =>
  typeof aud === 'string' && URL.canParse(aud) && new URL(aud).href === new URL(address).href;

function objectIn(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(bytes.toString()) as unknown;
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
