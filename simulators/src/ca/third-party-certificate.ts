import 'reflect-metadata';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { escapedValue } from '@open-banking/access/certificate-name';
import { qcStatements, qcStatementsId, type CertificateRole } from '@open-banking/access/signature';
import { ExtendedKeyUsage, ExtendedKeyUsageExtension, Extension, KeyUsageFlags, KeyUsagesExtension } from '@peculiar/x509';
import type { KeptCertificate, SandboxCa } from './sandbox-ca.js';

/** A third party's PSD2 certificate: `seal` (QSealC) signs requests, `web` (QWAC) authenticates TLS connections. */
export interface ThirdPartyCertificate {
  readonly use?: 'seal' | 'web';
  readonly name: string;
  /** ETSI EN 319 412-1 §5.1.4, such as `PSDIL-BOI-1234`. */
  readonly organization: string;
  readonly roles: readonly CertificateRole[];
  readonly notBefore?: Date;
  readonly days?: number;
}

const authority = { name: 'Sandbox Authority', id: 'IL-SBX' };

/** Issues a certificate with PSD2 roles (ETSI TS 119 495) and a new RSA key, which clients in any language can use to sign. */
export async function issueToThirdParty(ca: SandboxCa, asked: ThirdPartyCertificate): Promise<KeptCertificate> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const certificate = await certify(ca, publicKey, asked);
  return { certificate, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** RFC 4514; the certificate has C, O, organizationIdentifier and CN in this order, as qualified certificates do. */
export const certificateSubject = ({ name, organization }: Pick<ThirdPartyCertificate, 'name' | 'organization'>): string =>
  `CN=${escapedValue(name)},2.5.4.97=${escapedValue(organization)},O=${escapedValue(name)},C=IL`;

/** The same for a key that somebody else keeps. */
export const certify = (
  ca: SandboxCa,
  publicKey: KeyObject,
  { use = 'seal', name, organization, roles, notBefore, days }: ThirdPartyCertificate,
): Promise<string> =>
  ca.issue({
    subject: certificateSubject({ name, organization }),
    publicKey,
    ...(notBefore && { notBefore }),
    ...(days !== undefined && { days }),
    extensions: [
      new KeyUsagesExtension(
        use === 'seal' ? KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation : KeyUsageFlags.digitalSignature,
        true,
      ),
      ...(use === 'web' ? [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])] : []),
      new Extension(qcStatementsId, false, qcStatements({ roles, authority }, use)),
    ],
  });
