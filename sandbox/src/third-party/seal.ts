import { createSign, hash, X509Certificate } from 'node:crypto';
import { issuerOf, nameText } from '@open-banking/access/certificate-name';

/** The signed parts of a request. */
export interface ToSign {
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as sent. */
  readonly body?: string;
  /** The signed headers in order. Default: all headers and the digest. */
  readonly names?: readonly string[];
  readonly algorithm?: 'SHA-256' | 'SHA-512';
  readonly keyId?: string;
}

/** A third party's seal certificate with its key, which signs requests as in messages.md §1. */
export class Seal {
  readonly #x509: X509Certificate;

  constructor(
    readonly certificate: string,
    readonly privateKey: string,
  ) {
    this.#x509 = new X509Certificate(certificate);
  }

  get serialNumber(): string {
    return this.#x509.serialNumber;
  }
  get issuer(): string {
    return nameText(issuerOf(this.#x509));
  }
  /** The header `TPP-Signature-Certificate`. */
  get der(): string {
    return this.#x509.raw.toString('base64');
  }

  /** The request's headers plus the signature headers. */
  sign({
    headers = {},
    body = '',
    algorithm = 'SHA-256',
    names = [...Object.keys(headers), 'digest'],
    keyId = `SN=${this.serialNumber},CA=${this.issuer}`,
  }: ToSign): Record<string, string> {
    const name = algorithm.replace('-', '').toLowerCase();
    const all: Record<string, string> = { ...headers, digest: `${algorithm}=${hash(name, body, 'base64')}` };
    const signer = createSign(`RSA-${name}`).update(names.map((one) => `${one}: ${all[one]}`).join('\n'));
    const signature = `keyId="${keyId}",algorithm="rsa-${name}",headers="${names.join(' ')}",signature="${signer.sign(this.privateKey, 'base64')}"`;
    return { ...all, signature: signature, 'tpp-signature-certificate': this.der };
  }
}
