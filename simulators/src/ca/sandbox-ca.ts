import 'reflect-metadata';
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { replaceText } from '@open-banking/installation/data-folder';
import { renewBeforeMs } from './authority-validity.js';
import { encodedName } from './encoded-name.js';

/** A certificate and its private key, as PEM (PKCS#8). */
export interface KeptCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The content of a certificate. The authority adds issuer and serial number. */
export interface CertificateRequest {
  /** RFC 4514, the last relative name first: `CN=tpp.example,O=Example,C=IL`. The certificate has `C` first. */
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extensions?: readonly x509.Extension[];
  readonly days?: number;
  /** Default: now. Tests set other dates. */
  readonly notBefore?: Date;
}

const dayMs = 86_400_000;
const es256 = { name: 'ECDSA', hash: 'SHA-256' };
const p256 = { name: 'ECDSA', namedCurve: 'P-256' };
const authorityName = 'CN=Open Banking Sandbox CA,O=Demo Bank,C=IL';

/** The certificate authority of one sandbox. Only this bank trusts it. */
export class SandboxCa {
  private constructor(
    /** The certificate of the authority (PEM). */
    readonly certificate: string,
    /** What clients and services must trust (PEM): the authority, and the previous one until its rotation ends. */
    readonly trusted: string,
    private readonly privateKey: KeyObject,
  ) {}

  /** Opens the authority in this folder and creates it on the first start. */
  static async open(folder: string): Promise<SandboxCa> {
    const made = await kept(folder, 'ca', () => makeAuthority());
    const [own] = certificatesIn(made.certificate);
    return new SandboxCa(own!, made.certificate, createPrivateKey(certificateKey(own!, made.privateKey)));
  }

  /** Issues a signed certificate, as PEM. */
  async issue({
    subject,
    publicKey,
    extensions = [],
    days = 365,
    notBefore = new Date(Date.now() - 60_000),
  }: CertificateRequest): Promise<string> {
    const authority = new x509.X509Certificate(this.certificate);
    const made = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: encodedName(subject),
      // An authority of 0.2 or before encoded its name in the other order: its certificates have the name that it has.
      issuer: authority.subjectName,
      notBefore,
      notAfter: new Date(notBefore.getTime() + days * dayMs),
      publicKey: new x509.PublicKey(publicKey.export({ type: 'spki', format: 'der' })),
      signingKey: await signingKey(this.privateKey),
      signingAlgorithm: es256,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        ...extensions,
        await x509.SubjectKeyIdentifierExtension.create(new x509.PublicKey(publicKey.export({ type: 'spki', format: 'der' }))),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      ],
    });
    return `${made.toString('pem')}\n`;
  }

  /** A signed revocation list of these certificates. Default: issued now, valid as long as the authority. */
  async revocationList(
    entries: x509.X509CrlEntryParams[],
    { issuedAt, expiresAt }: { readonly issuedAt?: Date; readonly expiresAt?: Date } = {},
  ): Promise<x509.X509Crl> {
    const { subjectName, notAfter } = new x509.X509Certificate(this.certificate);
    return x509.X509CrlGenerator.create({
      issuer: subjectName,
      thisUpdate: issuedAt ?? new Date(),
      nextUpdate: expiresAt ?? notAfter,
      entries,
      signingKey: await signingKey(this.privateKey),
      signingAlgorithm: es256,
    });
  }

  /** The certificate of the bank's TLS listener, stored next to the authority and renewed a month before it expires. */
  async serverCertificate(folder: string): Promise<KeptCertificate> {
    return kept(folder, 'server', () => this.newServerCertificate());
  }

  newServerCertificate(): Promise<KeptCertificate> {
    return this.pair('CN=localhost,O=Demo Bank,C=IL', [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ]);
  }

  /** A certificate with a new key for a third party's TLS connections (RFC 8705); its subject as RFC 4514 writes it. */
  clientCertificate(subject: string): Promise<KeptCertificate> {
    return this.pair(subject, [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ]);
  }

  private async pair(subject: string, extensions: readonly x509.Extension[]): Promise<KeptCertificate> {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
      certificate: await this.issue({ subject, publicKey, extensions }),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  }
}

/** The certificates of a PEM file, each as PEM. */
export const certificatesIn = (pem: string): string[] => pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];

/** The private key of a certificate, among those of a file: during a rotation it has two. */
export function certificateKey(certificate: string, keys: string): string {
  const own = new X509Certificate(certificate);
  const all = keys.match(/-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/g) ?? [];
  const found = all.find((key) => own.checkPrivateKey(createPrivateKey(key)));
  if (found === undefined) throw new Error("The key file of the sandbox's authority does not have the key of its certificate.");
  return found;
}

/** A new authority, with a key of its own. */
export async function makeAuthority(): Promise<KeptCertificate> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = await crypto.subtle.importKey('spki', createPublicKey(privateKey).export({ type: 'spki', format: 'der' }), p256, true, [
    'verify',
  ]);
  const now = new Date(Date.now() - 60_000);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: encodedName(authorityName),
    notBefore: now,
    notAfter: new Date(now.getTime() + 3_650 * dayMs),
    keys: { privateKey: await signingKey(privateKey), publicKey },
    signingAlgorithm: es256,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return { certificate: `${made.toString('pem')}\n`, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Reads `<name>.pem` and `<name>.key.pem` of the folder and creates them if missing or about to expire. */
async function kept(folder: string, name: string, make: () => Promise<KeptCertificate>): Promise<KeptCertificate> {
  const [certificateFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key.pem`)];
  if (existsSync(certificateFile) && existsSync(keyFile)) {
    const certificate = readFileSync(certificateFile, 'utf8');
    if (Date.parse(new X509Certificate(certificate).validTo) - Date.now() > renewBeforeMs)
      return { certificate, privateKey: readFileSync(keyFile, 'utf8') };
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = await make();
  replaceText(keyFile, made.privateKey);
  replaceText(certificateFile, made.certificate);
  return made;
}

const signingKey = (key: KeyObject): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), p256, true, ['sign']);

/** Positive, 127 random bits (RFC 5280 §4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}
