import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509Certificate as Certificate } from '@peculiar/x509';
import { psd2In, qcStatementsId, type CertificateRole } from './qc-statements.js';

/** A certificate that requests are signed with, as far as this bank uses it. */
export interface SealingCertificate {
  readonly x509: X509Certificate;
  readonly serialNumber: bigint;
  /** RFC 4514. */
  readonly issuer: string;
  readonly roles: readonly CertificateRole[];
  /** ETSI EN 319 412-1 §5.1.4: who holds it, such as `PSDIL-BOI-1234`. */
  readonly organization?: string;
  /** Its key is for signatures, says its issuer. */
  readonly signs: boolean;
  /** Signed with a collision-resistant hash (not MD5 or SHA-1), and without a critical extension that is not read here (RFC 5280 §4.2). */
  readonly isSound: boolean;
}

/** The issuer (RFC 4514) and serial number by which a list of revoked certificates names a certificate. */
export const sealingNumbers = (x509: X509Certificate): Pick<SealingCertificate, 'x509' | 'issuer' | 'serialNumber'> => ({
  x509,
  issuer: new Certificate(x509.raw).issuer,
  serialNumber: BigInt(`0x${x509.serialNumber}`),
});

const organizationIdentifier = '2.5.4.97';
const brokenHashes: readonly string[] = ['MD5', 'SHA-1'];
/**
 * Basic constraints, key usage, extended key usage, policies, alternative names, where lists of revoked certificates are, and QC
 * statements.
 */
const readExtensions = ['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.32', '2.5.29.17', '2.5.29.31', qcStatementsId];

/** Reads a certificate (DER). Throws where it is none. */
export function sealingCertificate(der: Buffer): SealingCertificate {
  const x509 = new X509Certificate(der);
  const certificate = new Certificate(x509.raw);
  const statements = certificate.getExtension(qcStatementsId);
  const usages = certificate.getExtension(KeyUsagesExtension)?.usages;
  const [organization] = certificate.subjectName.getField(organizationIdentifier);
  return {
    x509,
    serialNumber: BigInt(`0x${x509.serialNumber}`),
    issuer: certificate.issuer,
    roles: statements ? (psd2In(statements.value)?.roles ?? []) : [],
    ...(organization !== undefined && { organization }),
    signs: !x509.ca && (usages === undefined || (usages & (KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)) !== 0),
    isSound:
      !brokenHashes.includes(hashOf(certificate)) &&
      certificate.extensions.every(({ critical, type }) => !critical || readExtensions.includes(type)),
  };
}

const hashOf = ({ signatureAlgorithm }: Certificate): string => ('hash' in signatureAlgorithm ? signatureAlgorithm.hash.name : '');
