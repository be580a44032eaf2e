import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import type { LineTarget } from './load-lines.js';

const bufferBytes = 1 << 20;

/** One NDJSON file per service, written while the bank is generated. */
export class LoadFiles implements LineTarget {
  readonly paths: Readonly<Record<LoadedService, string>>;
  readonly #open = new Map<LoadedService, { descriptor: number; buffer: string }>();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const paths = loadedServices.map((service) => [service, join(folder, `${service}.ndjson`)] as const);
    this.paths = Object.fromEntries(paths) as Record<LoadedService, string>;
    for (const [service, path] of paths) this.#open.set(service, { descriptor: openSync(path, 'w'), buffer: '' });
  }

  write(service: LoadedService, type: string, fields: object): void {
    const file = this.#open.get(service)!;
    file.buffer += `${JSON.stringify({ type, ...fields })}\n`;
    if (file.buffer.length >= bufferBytes) this.#flush(service);
  }

  /** Files take lines at once. */
  ready(): Promise<void> {
    return Promise.resolve();
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
