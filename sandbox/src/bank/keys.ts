import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { services } from '@open-banking/spec';

/** The callers that sign requests to internal ports: the services and the operator. */
export const callers = [...services, 'operator'] as const;

/** Creates missing key pairs (Ed25519, as JWK): `<caller>.private.jwk.json` and `<caller>.public.jwk.json`. */
export function makeKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const caller of callers) {
    const secret = join(folder, `${caller}.private.jwk.json`);
    const open = join(folder, `${caller}.public.jwk.json`);
    if (existsSync(secret) && existsSync(open)) continue;
    const pair = generateKeyPairSync('ed25519');
    writeFileSync(open, JSON.stringify({ ...pair.publicKey.export({ format: 'jwk' }), alg: 'EdDSA' }), { mode: 0o600 });
    writeFileSync(secret, JSON.stringify({ ...pair.privateKey.export({ format: 'jwk' }), alg: 'EdDSA' }), { mode: 0o600 });
  }
}
