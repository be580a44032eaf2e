import type { JsonWebKey } from 'node:crypto';
import { es256 } from '@open-banking/commands';

/** What the bank says of a day's tree. `root` is base64url. */
export interface ReceiptHead {
  readonly iss: string;
  readonly day: string;
  readonly size: number;
  readonly root: string;
  /** Seconds since 1970. */
  readonly iat: number;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS (RFC 7515 §3.1), signed with ES256. */
export function signedHead(head: ReceiptHead, kid: string, key: JsonWebKey): string {
  const signed = `${encoded({ alg: 'ES256', kid, typ: 'receipt-head+jws' })}.${encoded(head)}`;
  return `${signed}.${es256(Buffer.from(signed), key)}`;
}
