import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import type { Database, Transaction } from '@open-banking/database';
import { MoreThan, type EntityManager } from 'typeorm';
import { lockKeys } from './notifications.statements.js';
import { SigningKey } from './signing-key.entity.js';
import { isAnnounced, isDue, publishedKeys, signing, signsFrom } from './signing-key.js';

const keptForMs = 60_000;
const yearMs = 365 * 86_400_000;

/** The key that a rotation has made, and from when on it signs. */
export interface KeyRotation {
  readonly kid: string;
  readonly signsFrom: Date;
  /** The service had no key yet: nothing waits for this one to be known. */
  readonly isFirst: boolean;
}

/**
 * The keys of a service's notifications, shared by its replicas, on real time. They change by themselves: who verifies reads
 * them again for a `kid` it does not know.
 */
export class SigningKeys {
  private kept?: { readonly at: number; readonly keys: Promise<readonly SigningKey[]> };

  constructor(private readonly database: Database) {}

  async current(): Promise<{ readonly kid: string; readonly key: JsonWebKey }> {
    const { kid, privateJwk } = signing(await this.all(), new Date())!;
    return { kid, key: privateJwk };
  }

  /** A JWK Set (RFC 7517 §5), without anything private. */
  async published(): Promise<{ readonly keys: readonly object[] }> {
    return {
      keys: publishedKeys(await this.all(), new Date()).map(({ kid, privateJwk: { kty, crv, x, y } }) => ({
        kty,
        crv,
        x,
        y,
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    };
  }

  /**
   * Announces the next key before its time; one that is announced already is returned again. `leaked`: all keys are replaced at once,
   * and nothing that they signed is accepted any longer. `record` writes the audit row, for a key that is new. Other replicas learn of it
   * within a minute.
   */
  async rotate(leaked: boolean, record: (tx: Transaction, kid: string) => Promise<void>): Promise<KeyRotation> {
    const rotation = await this.database.transaction(async (tx) => {
      await tx.rows(lockKeys);
      const before = await tx.entities(activeKeys);
      if (!leaked && isAnnounced(before, new Date())) return { kid: before[0]!.kid, signsFrom: signsFrom(before), isFirst: false };
      if (leaked) await tx.entities((manager) => manager.deleteAll(SigningKey));
      const kid = await insertKey(tx);
      await record(tx, kid);
      return { kid, signsFrom: signsFrom(await tx.entities(activeKeys)), isFirst: before.length === 0 };
    });
    this.kept = undefined;
    return rotation;
  }

  private all(): Promise<readonly SigningKey[]> {
    if (this.kept && performance.now() - this.kept.at < keptForMs) return this.kept.keys;
    const keys = this.read();
    this.kept = { at: performance.now(), keys };
    keys.catch(() => {
      this.kept = undefined;
    });
    return keys;
  }

  private async read(): Promise<readonly SigningKey[]> {
    const keys = await this.database.entities(activeKeys);
    if (!isDue(keys, new Date())) return keys;
    return this.database.transaction(async (tx) => {
      await tx.rows(lockKeys);
      // Another replica may have been quicker.
      const now = await tx.entities(activeKeys);
      if (!isDue(now, new Date())) return now;
      await insertKey(tx);
      const all = await tx.entities(activeKeys);
      const dead = all.filter((key) => !publishedKeys(all, new Date()).includes(key));
      if (dead.length > 0)
        await tx.entities((manager) =>
          manager.delete(
            SigningKey,
            dead.map(({ kid: old }) => old),
          ),
        );
      return all;
    });
  }
}

/** Newest first. One of a year ago is dead. */
const activeKeys = (manager: EntityManager): Promise<SigningKey[]> =>
  manager.find(SigningKey, { where: { madeAt: MoreThan(new Date(Date.now() - yearMs)) }, order: { madeAt: 'desc' } });

async function insertKey(tx: Transaction): Promise<string> {
  const { kid, jwk } = newKey();
  await tx.entities((manager) => manager.insert(SigningKey, { kid, privateJwk: jwk as object }));
  return kid;
}

/** Named by its thumbprint (RFC 7638). */
function newKey(): { kid: string; jwk: JsonWebKey } {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  return { kid: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'), jwk };
}
