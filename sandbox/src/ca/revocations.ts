import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { PemConverter, X509Crl, type X509CrlEntryParams } from '@peculiar/x509';
import { replaceText } from '../data-folder/data-folder.js';
import type { SandboxCa } from './sandbox-ca.js';
import { trustFiles } from './trust-files.js';

/** The certificate revocation list (RFC 5280 §5) of the sandbox's authority, stored next to it. */
export class Revocations {
  private readonly file: string;

  constructor(
    private readonly ca: SandboxCa,
    folder: string,
  ) {
    this.file = trustFiles(folder).revoked;
  }

  /** Revokes a certificate by its serial number in hex. Revocation is permanent. */
  async add(serialNumber: string): Promise<void> {
    const entries = this.entries();
    const number = serialNumber.toLowerCase();
    if (!entries.some((entry) => entry.serialNumber.toLowerCase() === number))
      await this.write([...entries, { serialNumber: number, revocationDate: new Date() }]);
  }

  renew(): Promise<void> {
    return this.write(this.entries());
  }

  private entries(): X509CrlEntryParams[] {
    if (!existsSync(this.file)) return [];
    const list = new X509Crl(PemConverter.decodeFirst(readFileSync(this.file, 'utf8')));
    return list.entries.map(({ serialNumber, revocationDate }) => ({ serialNumber, revocationDate }));
  }

  private async write(entries: X509CrlEntryParams[]): Promise<void> {
    // OpenSSL requires this PEM label.
    replaceText(this.file, `${PemConverter.encode((await this.ca.revocationList(entries)).rawData, 'X509 CRL')}\n`);
  }
}
