import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { VerificationError } from './errors.js';
import type { IssuerEndpoint } from './issuer-endpoint.js';
import type { Issuer } from './operation-ids.js';
import { singleFlight } from './token.js';
import { isObject, parsedObject, shown, type JsonObject } from './untrusted.js';

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

const keptMs = 3_600_000;
/** An unknown key id has the set read again, but not for every request that somebody makes up. */
const rereadMs = 5_000;

/** A key with its id; none where it is not one of EC P-256, as the bank signs with: RFC 7517 §5 has others ignored. */
function understood(key: unknown): [string, KeyObject][] {
  if (!isObject(key) || typeof key['kid'] !== 'string' || key['kty'] !== 'EC' || key['crv'] !== 'P-256') return [];
  try {
    return [[key['kid'], createPublicKey({ key, format: 'jwk' })]];
  } catch {
    return [];
  }
}

/** The public keys of one issuer, read again after an hour, and where a key is new. */
class KeySet {
  #keys = new Map<string, KeyObject>();
  #readAt = -Infinity;
  readonly #read: () => Promise<void>;

  constructor(endpoint: IssuerEndpoint) {
    this.#read = singleFlight(async () => {
      this.#keys = new Map((await endpoint.keys()).flatMap(understood));
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
  readonly header: JsonObject;
  readonly signature: Buffer;
}

const isOnlyB64 = (crit: unknown): boolean => Array.isArray(crit) && crit.length === 1 && crit[0] === 'b64';

/** The detached JWS of RFC 7515 appendix F, over a body that is not encoded (RFC 7797). */
function detachedSignature(jws: string): DetachedSignature {
  const [encoded = '', payload, signature = '', ...more] = jws.split('.');
  if (payload !== '' || signature === '' || more.length > 0) refuse('it has no detached signature');
  const header = parsedObject(Buffer.from(encoded, 'base64url').toString());
  const { alg, b64, crit } = header;
  if (alg !== 'ES256' || b64 !== false || !isOnlyB64(crit)) refuse('it is signed in another way');
  return { encoded, header, signature: Buffer.from(signature, 'base64url') };
}

function signedBody(body: Uint8Array): Notification['body'] {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    if (isObject(value)) return value;
  } catch {
    // It is refused as any other body that is no object.
  }
  return refuse('its body is no object in JSON');
}

/** Checks notifications: the digest, and the detached signature over the body (RFC 7515 appendix F, RFC 7797). */
export class NotificationVerifier {
  readonly #keySets = new Map<string, { readonly issuer: Issuer; readonly keys: KeySet }>();

  constructor(endpoints: readonly IssuerEndpoint[]) {
    for (const endpoint of endpoints) this.#keySets.set(endpoint.name, { issuer: endpoint.issuer, keys: new KeySet(endpoint) });
  }

  async verify(request: ReceivedRequest, address: string): Promise<Notification> {
    const { encoded, header, signature } = detachedSignature(headerOf(request, 'x-jws-signature'));
    const { aud, iss, kid, jti } = header;
    if (aud !== address) refuse(`it is for another address, ${shown(aud)}`);
    const known = (typeof iss === 'string' && this.#keySets.get(iss)) || refuse(`its issuer is unknown, ${shown(iss)}`);
    if (typeof kid !== 'string') refuse('its key is unknown');
    const key = (await known.keys.key(kid as string)) ?? refuse('its key is unknown');
    const { body } = request;
    const signed = Buffer.concat([Buffer.from(`${encoded}.`), body]);
    if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)) refuse('its signature is wrong');
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
    if (headerOf(request, 'digest') !== digest) refuse('its digest is wrong');
    const id = headerOf(request, 'x-request-id');
    if (id === '' || id !== jti) refuse('its X-Request-ID is not the signed one');
    return { id, issuer: known.issuer, body: signedBody(body) };
  }
}
