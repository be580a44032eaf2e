import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { VerificationError } from './errors.js';
import type { IssuerEndpoint } from './issuer-endpoint.js';
import type { Issuer } from './operation-ids.js';
import { singleFlight } from './token.js';

/** A change of a status, as the bank has signed it. */
export interface Notification {
  /** Deliveries of one notification have the same id: store those you have seen. */
  readonly id: string;
  readonly issuer: Issuer;
  readonly body: {
    readonly consentId?: string;
    readonly consentStatus?: string;
    readonly paymentId?: string;
    readonly transactionStatus?: string;
    readonly mandateResourceId?: string;
    readonly mandateStatus?: string;
    readonly reasonCode?: string;
    readonly [member: string]: unknown;
  };
}

/** A request that has arrived at your notification address. */
export interface ReceivedRequest {
  /** As Node's `request.headers` has them, or a `Headers` of the web. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes of the body, as they arrived. */
  readonly body: Uint8Array;
}

interface ProtectedHeader {
  readonly alg?: string;
  readonly kid?: string;
  readonly iss?: string;
  readonly aud?: string;
  readonly jti?: string;
  readonly b64?: boolean;
  readonly crit?: readonly string[];
}

const keptMs = 3_600_000;
/** An unknown key id has the set read again, but not for every request that somebody makes up. */
const rereadMs = 5_000;

/** The public keys of one issuer, read again after an hour, and where a key is new. */
class KeySet {
  #keys = new Map<string, KeyObject>();
  #readAt = -Infinity;
  readonly #read: () => Promise<void>;

  constructor(endpoint: IssuerEndpoint) {
    this.#read = singleFlight(async () => {
      const { keys } = await endpoint.keys();
      this.#keys = new Map(keys.flatMap((key) => (key.kid === undefined ? [] : [[key.kid, createPublicKey({ key, format: 'jwk' })]])));
      this.#readAt = performance.now();
    });
  }

  async key(id: string): Promise<KeyObject | undefined> {
    const age = performance.now() - this.#readAt;
    if (age > keptMs || (!this.#keys.has(id) && age > rereadMs)) await this.#read();
    return this.#keys.get(id);
  }
}

const refuse = (why: string): never => {
  throw new VerificationError(`Not a notification of the bank: ${why}.`);
};

function headerOf({ headers }: ReceivedRequest, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = (headers as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

interface DetachedSignature {
  readonly encoded: string;
  readonly header: ProtectedHeader;
  readonly signature: Buffer;
}

/** The detached JWS of RFC 7515 appendix F, over a body that is not encoded (RFC 7797). */
function detachedSignature(jws: string): DetachedSignature {
  const [encoded = '', payload, signature = '', ...more] = jws.split('.');
  if (payload !== '' || signature === '' || more.length > 0) refuse('it has no detached signature');
  const header = protectedHeader(encoded);
  if (header.alg !== 'ES256' || header.b64 !== false || header.crit?.join() !== 'b64') refuse('it is signed in another way');
  return { encoded, header, signature: Buffer.from(signature, 'base64url') };
}

function protectedHeader(encoded: string): ProtectedHeader {
  try {
    return (JSON.parse(Buffer.from(encoded, 'base64url').toString()) ?? {}) as ProtectedHeader;
  } catch {
    return refuse('the signature cannot be read');
  }
}

/** Checks notifications: the digest, and the detached signature over the body (RFC 7515 appendix F, RFC 7797). */
export class NotificationVerifier {
  readonly #keySets = new Map<string, { readonly issuer: Issuer; readonly keys: KeySet }>();

  constructor(endpoints: readonly IssuerEndpoint[]) {
    for (const endpoint of endpoints) this.#keySets.set(endpoint.name, { issuer: endpoint.issuer, keys: new KeySet(endpoint) });
  }

  async verify(request: ReceivedRequest, address: string): Promise<Notification> {
    const { encoded, header, signature } = detachedSignature(headerOf(request, 'x-jws-signature'));
    if (header.aud !== address) refuse(`it is for another address, ${header.aud}`);
    const known = this.#keySets.get(header.iss ?? '') ?? refuse(`its issuer is unknown, ${header.iss}`);
    const key = (await known.keys.key(header.kid ?? '')) ?? refuse('its key is unknown');
    const { body } = request;
    const signed = Buffer.concat([Buffer.from(`${encoded}.`), body]);
    if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)) refuse('its signature is wrong');
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
    if (headerOf(request, 'digest') !== digest) refuse('its digest is wrong');
    const id = headerOf(request, 'x-request-id');
    if (id === '' || id !== header.jti) refuse('its X-Request-ID is not the signed one');
    return { id, issuer: known.issuer, body: JSON.parse(Buffer.from(body).toString()) as Notification['body'] };
  }
}
