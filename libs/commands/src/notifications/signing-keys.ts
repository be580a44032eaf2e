import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import type { Database } from '@open-banking/database';
import { forgetKeys, lockKeys, makeKey, signingKeys, type KeyRow } from './notifications.statements.js';
import { isDue, published, signing } from './signing-key.js';

const keptForMs = 60_000;

/**
 * The keys of a service's notifications, shared by its replicas, on real time. They change by themselves: who verifies reads
 * them again for a `kid` it does not know.
 */
export class SigningKeys {
  private kept?: { readonly at: number; readonly keys: Promise<readonly KeyRow[]> };

  constructor(private readonly database: Database) {}

  async current(): Promise<{ readonly kid: string; readonly key: JsonWebKey }> {
    const { kid, privateJwk } = signing(await this.all(), new Date())!;
    return { kid, key: privateJwk };
  }

  /** A JWK Set (RFC 7517 §5), without anything private. */
  async published(): Promise<{ readonly keys: readonly object[] }> {
    return {
      keys: published(await this.all(), new Date()).map(({ kid, privateJwk: { kty, crv, x, y } }) => ({
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

  private all(): Promise<readonly KeyRow[]> {
    if (this.kept && performance.now() - this.kept.at < keptForMs) return this.kept.keys;
    const keys = this.read();
    this.kept = { at: performance.now(), keys };
    keys.catch(() => {
      this.kept = undefined;
    });
    return keys;
  }

  private async read(): Promise<readonly KeyRow[]> {
    const keys = await this.database.rows(signingKeys);
    if (!isDue(keys, new Date())) return keys;
    return this.database.transaction(async (tx) => {
      await tx.rows(lockKeys);
      // Another replica may have been quicker.
      const now = await tx.rows(signingKeys);
      if (!isDue(now, new Date())) return now;
      const { kid, jwk } = newKey();
      await tx.rows(makeKey, kid, JSON.stringify(jwk));
      const all = await tx.rows(signingKeys);
      const dead = all.filter((key) => !published(all, new Date()).includes(key));
      await tx.rows(
        forgetKeys,
        dead.map((key) => key.kid),
      );
      return all;
    });
  }
}

/** Named by its thumbprint (RFC 7638). */
function newKey(): { kid: string; jwk: JsonWebKey } {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  return { kid: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'), jwk };
}
