import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { loadedServices, type LoadedService } from '@open-banking/spec';

const bufferBytes = 1 << 20;

/** One NDJSON file per service, written while the bank is generated; the whole bank is never in memory. */
export class LoadFiles {
  readonly paths: Readonly<Record<LoadedService, string>>;
  readonly counts = new Map<string, number>();
  readonly #open = new Map<LoadedService, { descriptor: number; buffer: string; reference: number; transaction: number }>();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const paths = loadedServices.map((service) => [service, join(folder, `${service}.ndjson`)] as const);
    this.paths = Object.fromEntries(paths) as Record<LoadedService, string>;
    for (const [service, path] of paths)
      this.#open.set(service, { descriptor: openSync(path, 'w'), buffer: '', reference: 0, transaction: 0 });
  }

  /** Writes one line. Fields without a value are omitted. */
  write(service: LoadedService, type: string, fields: object): void {
    const file = this.#open.get(service)!;
    file.buffer += `${JSON.stringify({ type, ...fields })}\n`;
    this.counts.set(`${service} ${type}`, (this.counts.get(`${service} ${type}`) ?? 0) + 1);
    if (file.buffer.length >= bufferBytes) this.#flush(service);
  }

  /** The next entry reference of a service: 16 ascending digits with a leading zero. */
  reference(service: LoadedService): string {
    return String(++this.#open.get(service)!.reference).padStart(16, '0');
  }

  /** The next transaction id of a service. It does not reveal the booking order. */
  transactionId(service: LoadedService): string {
    return `T${(++this.#open.get(service)!.transaction).toString(36).padStart(9, '0')}`;
  }

  close(): void {
    for (const [service, { descriptor }] of this.#open) {
      this.#flush(service);
      closeSync(descriptor);
    }
    this.#open.clear();
  }

  #flush(service: LoadedService): void {
    const file = this.#open.get(service)!;
    const bytes = Buffer.from(file.buffer);
    for (let written = 0; written < bytes.length;) written += writeSync(file.descriptor, bytes, written);
    file.buffer = '';
  }
}
