import type { ServiceSettings } from '@open-banking/config';
import { certificates, type KnownCertificate } from '../certificate-expiry.js';
import type { Problem } from './readiness-problem.js';

type Settings = Pick<ServiceSettings, 'trustAnchorsFile' | 'tlsClientAnchorsFile' | 'signedRequests'>;

/** A certificate that this service trusts and that expires soon. */
export interface ExpiringCertificate {
  /** The setting that names its file. */
  readonly setting: KnownCertificate['source'];
  readonly certificate: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Whole days; negative: days since. */
  readonly daysLeft: number;
}

/** What is wrong with the trust files, and which of their certificates have expired or expire within 30 days. */
export interface CertificateState {
  readonly problems: readonly Problem[];
  readonly expiring: readonly ExpiringCertificate[];
}

const dayMs = 86_400_000;
const noticeDays = 30;

/** Checks the trust files as they are now. They block where every request must be signed and no certificate can be used. */
export async function checkCertificates({ trustAnchorsFile, tlsClientAnchorsFile, signedRequests }: Settings): Promise<CertificateState> {
  const states = await Promise.all([
    stateOf('TRUST_ANCHORS_FILE', trustAnchorsFile && { trustAnchorsFile }, signedRequests === 'required'),
    stateOf('TLS_CLIENT_ANCHORS_FILE', tlsClientAnchorsFile && { tlsClientAnchorsFile }, false),
  ]);
  return { problems: states.flatMap(({ problems }) => problems), expiring: states.flatMap(({ expiring }) => expiring) };
}

async function stateOf(
  setting: KnownCertificate['source'],
  file: Parameters<typeof certificates>[0] | string | undefined,
  isNeeded: boolean,
): Promise<CertificateState> {
  if (typeof file !== 'object') return { problems: [], expiring: [] };
  const found = await certificates(file).catch(() => []);
  if (found.length === 0) {
    const problem = `${setting} cannot be read, or holds no certificate in PEM`;
    return { problems: [{ dependency: setting, problem, blocks: isNeeded }], expiring: [] };
  }
  const now = Date.now();
  const expired = found.filter(({ expiresAt }) => expiresAt.getTime() < now);
  const names = expired.map(({ subject }) => subject).join('; ');
  return {
    problems:
      expired.length > 0
        ? [{ dependency: setting, problem: `expired: ${names}`, blocks: isNeeded && expired.length === found.length }]
        : [],
    expiring: found.map((one) => expiryOf(one, now)).filter(({ daysLeft }) => daysLeft < noticeDays),
  };
}

const expiryOf = ({ source, subject, expiresAt }: KnownCertificate, now: number): ExpiringCertificate => ({
  setting: source,
  certificate: subject,
  expiresAt: expiresAt.toISOString(),
  daysLeft: Math.floor((expiresAt.getTime() - now) / dayMs),
});
