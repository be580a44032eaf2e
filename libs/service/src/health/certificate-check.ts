import type { ReadinessProblem } from '@open-banking/contracts';
import { basename } from 'node:path';
import type { ServiceSettings } from '@open-banking/config';
import { certificates, revocationLists, type KnownCertificate } from './certificate-expiry.js';

type Settings = Pick<ServiceSettings, 'trustAnchorsFile' | 'tlsClientAnchorsFile' | 'revocationListFiles' | 'signedRequests'>;

/** A certificate that this service trusts, or a list of revoked certificates, that expires soon. */
export interface ExpiringCertificate {
  /** The setting that names its file. */
  readonly setting: KnownCertificate['source'];
  readonly certificate: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Whole days; negative: days since. */
  readonly daysLeft: number;
}

/** The fault of the trust files, and which of their certificates have expired or expire soon. */
export interface CertificateState {
  readonly problems: readonly ReadinessProblem[];
  readonly expiring: readonly ExpiringCertificate[];
}

const dayMs = 86_400_000;

/** Checks the trust files as they are now. They block where every request must be signed and no certificate can be used. */
export async function checkCertificates({
  trustAnchorsFile,
  tlsClientAnchorsFile,
  revocationListFiles,
  signedRequests,
}: Settings): Promise<CertificateState> {
  const states = await Promise.all([
    revocationState('TRUST_ANCHORS_FILE', trustAnchorsFile && { trustAnchorsFile }, signedRequests === 'required'),
    revocationState('TLS_CLIENT_ANCHORS_FILE', tlsClientAnchorsFile && { tlsClientAnchorsFile }, false),
    ...revocationListFiles.map(stateOfLists),
  ]);
  return { problems: states.flatMap(({ problems }) => problems), expiring: states.flatMap(({ expiring }) => expiring) };
}

async function revocationState(
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
    expiring: found.filter((one) => isDue(one, now)).map((one) => expiryOf(one, now)),
  };
}

/** Never blocks: only requests with a certificate of that issuer are answered 503. */
async function stateOfLists(file: string): Promise<CertificateState> {
  const setting = 'REVOCATION_LIST_FILES';
  const found = await revocationLists([file]).catch(() => undefined);
  const problemOf = (problem: string): ReadinessProblem => ({ dependency: setting, problem, blocks: false });
  if (!found) return { problems: [problemOf(`${basename(file)} cannot be read, or holds no list in PEM`)], expiring: [] };
  const now = Date.now();
  const late = found.filter(({ expiresAt }) => expiresAt.getTime() < now).map(({ subject }) => subject);
  return {
    problems:
      late.length > 0 ? [problemOf(`out of date: ${late.join('; ')}; requests with certificates of its issuer are answered 503`)] : [],
    expiring: found.filter((one) => isDue(one, now)).map((one) => expiryOf(one, now)),
  };
}

const isDue = ({ expiresAt, noticeMs }: KnownCertificate, now: number): boolean => expiresAt.getTime() - now < noticeMs;

const expiryOf = ({ source, subject, expiresAt }: KnownCertificate, now: number): ExpiringCertificate => ({
  setting: source,
  certificate: subject,
  expiresAt: expiresAt.toISOString(),
  daysLeft: Math.floor((expiresAt.getTime() - now) / dayMs),
});
