import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PemConverter, X509Crl, type X509CrlEntryParams } from '@peculiar/x509';
import { replaceText } from '@open-banking/installation/data-folder';
import type { SandboxCa } from './sandbox-ca.js';
import { trustFiles } from './trust-files.js';

const abandonedMs = 10_000;

/** The certificate revocation list (RFC 5280 §5) of the sandbox's authority, stored next to it. */
export class Revocations {
  private readonly file: string;
  /** A folder that exists while the list is being changed: reading and replacing it are two steps, and the command line does so too. */
  private readonly lock: string;

  constructor(
    private readonly ca: SandboxCa,
    folder: string,
  ) {
    this.file = trustFiles(folder).revoked;
    this.lock = join(folder, 'revoking');
  }

  /** Revokes a certificate by its serial number in hex. Revocation is permanent. */
  async add(serialNumber: string): Promise<void> {
    const number = serialNumber.toLowerCase();
    await this.alone(async () => {
      const entries = this.entries();
      if (!entries.some((entry) => entry.serialNumber.toLowerCase() === number))
        await this.write([...entries, { serialNumber: number, revocationDate: new Date() }]);
    });
  }

  renew(): Promise<void> {
    return this.alone(() => this.write(this.entries()));
  }

  private async alone(change: () => Promise<void>): Promise<void> {
    while (!this.take()) await pause(20);
    await change().finally(() => {
      rmdirSync(this.lock);
    });
  }

  /** A change takes milliseconds: an old lock is that of a process that died. */
  private take(): boolean {
    try {
      mkdirSync(this.lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    try {
      if (Date.now() - statSync(this.lock).mtimeMs > abandonedMs) rmdirSync(this.lock);
    } catch (error) {
      // It was released meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return false;
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
