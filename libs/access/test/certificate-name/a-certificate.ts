import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { Name, X509CertificateGenerator, type JsonAttributeObject } from '@peculiar/x509';

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };

/** A relative name: its types, dotted, each with the values that it has. */
export type EncodedSet = Readonly<Record<string, string | JsonAttributeObject>>;

/** A certificate that signed itself, whose subject has these relative names in this order; a text is UTF8String. */
export async function certificateOf(...relativeNames: readonly EncodedSet[]): Promise<X509Certificate> {
  const keys = (await crypto.subtle.generateKey(es256, true, ['sign', 'verify'])) as CryptoKeyPair;
  const name = new Name(
    relativeNames.map((set) =>
      Object.fromEntries(
        Object.entries(set).map(([type, value]) => [type, [typeof value === 'string' ? { utf8String: value } : value]] as const),
      ),
    ),
  );
  const made = await X509CertificateGenerator.createSelfSigned({ serialNumber: '07', name, keys, signingAlgorithm: es256 });
  return new X509Certificate(Buffer.from(made.rawData));
}
