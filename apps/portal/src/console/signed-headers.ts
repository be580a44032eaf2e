import { createSign, hash, X509Certificate } from 'node:crypto';
import { issuerOf, nameText } from '@open-banking/access/certificate-name';

/** A certificate for signed requests with its private key, both PEM. */
export interface RequestSeal {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Headers that are signed where a request has them. The bank asks for the first two. */
const signedNames = ['x-request-id', 'digest', 'consent-id', 'psu-ip-address'] as const;

/**
 * The headers of a request with `Digest`, `Signature` and `TPP-Signature-Certificate` (Berlin Group, in the form of
 * draft-cavage-http-signatures). Names of headers are in lower case.
 */
export function signedHeaders(
  { certificate, privateKey }: RequestSeal,
  headers: Readonly<Record<string, string>>,
  body = '',
): Readonly<Record<string, string>> {
  const x509 = new X509Certificate(certificate);
  const all: Readonly<Record<string, string>> = { ...headers, digest: `SHA-256=${hash('sha256', body, 'base64')}` };
  const names = signedNames.filter((name) => all[name] !== undefined);
  const signature = createSign('RSA-SHA256')
    .update(names.map((name) => `${name}: ${all[name]}`).join('\n'))
    .sign(privateKey, 'base64');
  const keyId = `SN=${x509.serialNumber},CA=${nameText(issuerOf(x509))}`;
  return {
    ...all,
    signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
    'tpp-signature-certificate': x509.raw.toString('base64'),
  };
}
