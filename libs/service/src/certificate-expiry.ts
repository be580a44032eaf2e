import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServiceSettings } from '@open-banking/config';
import type { Metrics } from './metrics.js';

/** A certificate that the service holds or trusts. */
export interface KnownCertificate {
  /** The setting of its file. */
  readonly source: 'TRUST_ANCHORS_FILE' | 'TLS_CLIENT_ANCHORS_FILE';
  /** Its subject, in one line. */
  readonly subject: string;
  readonly expiresAt: Date;
}

type Files = Pick<ServiceSettings, 'trustAnchorsFile' | 'tlsClientAnchorsFile'>;

/** The certificates in the service's files as they are now. Throws where a file cannot be read, or holds no certificates. */
export async function certificates({ trustAnchorsFile, tlsClientAnchorsFile }: Files): Promise<KnownCertificate[]> {
  const files = [
    ['TRUST_ANCHORS_FILE', trustAnchorsFile],
    ['TLS_CLIENT_ANCHORS_FILE', tlsClientAnchorsFile],
  ] as const;
  const each = await Promise.all(
    files.map(async ([source, file]) => (file === undefined ? [] : certificatesIn(await readFile(file, 'utf8'), source))),
  );
  return each.flat();
}

const certificatesIn = (pem: string, source: KnownCertificate['source']): KnownCertificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((text) => {
    const { subject, validTo } = new X509Certificate(text);
    return { source, subject: subject.replaceAll('\n', ', '), expiresAt: new Date(validTo) };
  });

/** Publishes when the certificates expire. Of several with one subject in one file the first to expire counts. */
export function readCertificates(metrics: Metrics, files: Files): void {
  metrics.gauge(
    {
      name: 'openbank_certificate_expiry_timestamp_seconds',
      help: 'When a certificate that the service trusts expires, in Unix time.',
      labels: ['source', 'certificate'],
    },
    async () =>
      (await certificates(files))
        .toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
        .map(({ source, subject, expiresAt }) => ({ labels: { source, certificate: subject }, value: expiresAt.getTime() / 1_000 })),
  );
}
