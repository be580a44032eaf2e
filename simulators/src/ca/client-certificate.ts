import { randomUUID, X509Certificate } from 'node:crypto';
import { nameText, subjectOf } from '@open-banking/access/certificate-name';
import type { ClientCertificates } from '@open-banking/operator-client';

/** A TLS certificate of the sandbox's authority, with a unique subject. */
export const clientCertificate: ClientCertificates = async (caFolder) => {
  // Only here, because X.509 takes half a second to load and most clients have no certificate.
  const { SandboxCa } = await import('./sandbox-ca.js');
  const ca = await SandboxCa.open(caFolder);
  const issued = await ca.clientCertificate(`CN=${randomUUID()},O=Third Party,C=IL`);
  const tlsSubject = nameText(subjectOf(new X509Certificate(issued.certificate)));
  return { tlsSubject, tls: { ...issued, ca: ca.trusted } };
};
