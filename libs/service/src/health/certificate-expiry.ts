import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServiceSettings } from '@open-banking/config';
import type { Metrics } from '@open-banking/telemetry';
import { revocationListPeriods } from './revocation-list-expiry.js';

/** A certificate that the service holds or trusts, or a list of revoked certificates that it goes by. */
export interface KnownCertificate {
  /** The setting of its file. */
  readonly source: 'TRUST_ANCHORS_FILE' | 'TLS_CLIENT_ANCHORS_FILE' | 'REVOCATION_LIST_FILES';
  /** Its subject, in one line; of a list the name of its file. */
  readonly subject: string;
  readonly expiresAt: Date;
  /** How long before that a warning is due. */
  readonly noticeMs: number;
}

const dayMs = 86_400_000;
const [certificateNoticeMs, longestListNoticeMs] = [30 * dayMs, 3 * dayMs];

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
    return { source, subject: subject.replaceAll('\n', ', '), expiresAt: new Date(validTo), noticeMs: certificateNoticeMs };
  });

/**
 * The lists in these files, with the time by which the next one must be there. Lists are published daily, weekly or once a year: a warning
 * is due in the last quarter of that time, at most three days before. Throws where a file cannot be read or holds no list.
 */
export async function revocationLists(listFiles: readonly string[]): Promise<KnownCertificate[]> {
  const periods = (await Promise.all(listFiles.map(revocationListPeriods))).flat();
  return periods.map(({ name, issuedAt, expiresAt }) => ({
    source: 'REVOCATION_LIST_FILES',
    subject: name,
    expiresAt,
    noticeMs: Math.min(longestListNoticeMs, (expiresAt.getTime() - issuedAt.getTime()) / 4),
  }));
}

/** Publishes when certificates and lists expire. Of several with one subject in one file the first to expire counts. */
export function readCertificates(metrics: Metrics, files: Files & Pick<ServiceSettings, 'revocationListFiles'>): void {
  // Readiness reports a list that cannot be read.
  const known = async (): Promise<KnownCertificate[]> =>
    [...(await certificates(files)), ...(await revocationLists(files.revocationListFiles).catch(() => []))].toSorted(
      (one, other) => other.expiresAt.getTime() - one.expiresAt.getTime(),
    );
  const labels = ['source', 'certificate'];
  metrics.gauge(
    {
      name: 'openbank_certificate_expiry_timestamp_seconds',
      help: 'When a certificate that the service trusts, or a list of revoked certificates, expires, in Unix time.',
      labels,
    },
    async () =>
      (await known()).map(({ source, subject, expiresAt }) => ({
        labels: { source, certificate: subject },
        value: expiresAt.getTime() / 1_000,
      })),
  );
  metrics.gauge(
    {
      name: 'openbank_certificate_notice_seconds',
      help: 'How long before a certificate or a list of revoked certificates expires a warning is due.',
      labels,
    },
    async () =>
      (await known()).map(({ source, subject, noticeMs }) => ({ labels: { source, certificate: subject }, value: noticeMs / 1_000 })),
  );
}
