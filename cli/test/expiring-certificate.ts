import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
const dayMs = 86_400_000;

/** A self-signed certificate (PEM) that expires in so many days; negative: has expired. */
export async function expiringCertificate(name: string, days: number): Promise<string> {
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys: await crypto.subtle.generateKey(es256, true, ['sign', 'verify']),
    signingAlgorithm: es256,
    notBefore: new Date(Date.now() - 30 * dayMs),
    notAfter: new Date(Date.now() + days * dayMs),
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  return made.toString('pem');
}
