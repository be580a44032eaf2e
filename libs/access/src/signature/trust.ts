import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import type { Code } from '@open-banking/messages';
import { PemConverter, X509Certificate as Certificate, X509Crl } from '@peculiar/x509';
import { sameName } from './distinguished-name.js';
import { ReadFile, unavailable } from './read-file.js';
import type { SealingCertificate } from './sealing-certificate.js';

/** The certificate authorities that a bank trusts, as files that are read again when they change. */
export interface TrustFiles {
  /** PEM: the issuers themselves, roots or not. */
  readonly anchors?: string;
  /** PEM: issuers whose lists of revoked certificates count besides, and whose certificates sign nothing. */
  readonly listIssuers?: string;
  /** PEM: lists of revoked certificates. */
  readonly revocationLists: readonly string[];
  /** SHA-256 fingerprints of certificates that the bank blocks, one a line. */
  readonly blocked?: string;
}

interface RevocationList {
  readonly issuer: string;
  readonly serialNumbers: ReadonlySet<bigint>;
  readonly until?: Date;
}

/** Says of a certificate whether it is to be believed. */
export class Trust {
  private readonly anchors: ReadFile<readonly X509Certificate[]>;
  private readonly listIssuers: ReadFile<readonly X509Certificate[]>;
  private readonly blocked: ReadFile<ReadonlySet<string>>;
  private readonly lists: readonly ReadFile<Promise<readonly RevocationList[]>>[];

  constructor(files: TrustFiles) {
    this.anchors = new ReadFile(files.anchors, authorities, []);
    this.listIssuers = new ReadFile(files.listIssuers, authorities, []);
    this.blocked = new ReadFile(files.blocked, (text) => new Set(text.split('\n').map(fingerprint).filter(Boolean)), new Set());
    this.lists = files.revocationLists.map(
      (file) =>
        new ReadFile(
          file,
          (text) =>
            this.checked(text).catch((error: unknown) => {
              throw unavailable(`${file} cannot be read`, error);
            }),
          Promise.resolve([]),
        ),
    );
  }

  /** Why the certificate is not believed at this moment; undefined: it is. */
  async refuses(certificate: SealingCertificate, now: Date): Promise<Code | undefined> {
    const { x509, signs, isSound } = certificate;
    const anchor = this.anchors.now.find((one) => one.ca && x509.checkIssued(one) && x509.verify(one.publicKey));
    if (!anchor || !signs || !isSound || !isWithin(anchor, now)) return 'CERTIFICATE_INVALID';
    return this.endOf(certificate, now);
  }

  /** The reason why a certificate no longer counts: it has expired, was revoked or is blocked. Its issuer is checked elsewhere. */
  async endOf(
    { x509, issuer, serialNumber }: Pick<SealingCertificate, 'x509' | 'issuer' | 'serialNumber'>,
    now: Date,
  ): Promise<Code | undefined> {
    if (!isWithin(x509, now)) return 'CERTIFICATE_EXPIRED';
    if (await this.isRevoked(issuer, serialNumber, now)) return 'CERTIFICATE_REVOKED';
    return this.blocked.now.has(fingerprint(x509.fingerprint256)) ? 'CERTIFICATE_BLOCKED' : undefined;
  }

  private async isRevoked(issuer: string, serialNumber: bigint, now: Date): Promise<boolean> {
    const all = (await Promise.all(this.lists.map((list) => list.now))).flat().filter((list) => sameName(list.issuer, issuer));
    // A list that is out of date does not say that nothing was revoked since.
    if (all.some(({ until }) => until && until < now)) throw unavailable('a list of revoked certificates is out of date');
    return all.some(({ serialNumbers }) => serialNumbers.has(serialNumber));
  }

  private async checked(text: string): Promise<readonly RevocationList[]> {
    return Promise.all(
      pems(text, 'CRL').map(async (der) => {
        const list = new X509Crl(der);
        const signers = [...this.anchors.now, ...this.listIssuers.now].filter(({ subject }) => sameName(subject, list.issuer));
        const known = await Promise.all(signers.map(({ raw }) => list.verify({ publicKey: new Certificate(raw) })));
        if (!known.includes(true)) throw new Error(`a list of revoked certificates is not signed by ${list.issuer}`);
        return {
          issuer: list.issuer,
          serialNumbers: new Set(list.entries.map((entry) => BigInt(`0x${entry.serialNumber}`))),
          ...(list.nextUpdate && { until: list.nextUpdate }),
        };
      }),
    );
  }
}

const authorities = (text: string): readonly X509Certificate[] => pems(text, 'CERTIFICATE').map((der) => new X509Certificate(der));

const isWithin = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);

/** Hex digits alone, whether a tool writes colons or not. */
const fingerprint = (text: string): string => text.replace(/[^0-9a-f]/gi, '').toLowerCase();

function pems(text: string, kind: 'CERTIFICATE' | 'CRL'): Buffer<ArrayBuffer>[] {
  const found = PemConverter.decodeWithHeaders(text)
    .filter(({ type }) => type.endsWith(kind))
    .map(({ rawData }) => Buffer.from(rawData));
  if (found.length === 0) throw new Error(`there is no PEM of a ${kind} in it`);
  return found;
}
