import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '@open-banking/spec';
import { importJWK, type JWK } from 'jose';

type Key = CryptoKey | Uint8Array;

interface ReadKey {
  /** When its file was written: a rotation writes it anew. */
  readonly writtenMs: number;
  readonly key: Promise<Key>;
}

/**
 * The keys of internal calls, from a folder with `<caller>.private.jwk.json` and `<caller>.public.jwk.json`. A key is read again when its
 * file has changed. During a rotation `<caller>.previous.public.jwk.json` is accepted as well.
 */
export class InternalKeys {
  private readonly read = new Map<string, ReadKey>();

  constructor(private readonly folder: string) {}

  /** The key that a caller signs with. Throws where it has none here. */
  async signing(caller: Caller): Promise<Key> {
    const key = this.current(`${caller}.private`);
    if (!key) throw new Error(`${this.folder} has no ${caller}.private.jwk.json`);
    return key;
  }

  /** The keys that a caller's signature may be from, the likelier one first. */
  async verifying(caller: Caller): Promise<readonly Key[]> {
    const keys = [this.current(`${caller}.public`), this.current(`${caller}.previous.public`)];
    return Promise.all(keys.filter((key) => key !== undefined));
  }

  private current(name: string): Promise<Key> | undefined {
    const file = join(this.folder, `${name}.jwk.json`);
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return undefined;
    const known = this.read.get(name);
    if (known?.writtenMs === found.mtimeMs) return known.key;
    const key = importJWK(JSON.parse(readFileSync(file, 'utf8')) as JWK, 'EdDSA');
    this.read.set(name, { writtenMs: found.mtimeMs, key });
    return key;
  }
}
