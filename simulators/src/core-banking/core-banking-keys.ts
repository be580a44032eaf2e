import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';

/** The key of the core's answers, made the first time: `keyFile` is the core's own, `keysFile` has the public part, for the bank. */
export function coreBankingKeys(folder: string): { readonly key: JWK; readonly keysFile: string } {
  mkdirSync(folder, { recursive: true });
  const [keyFile, keysFile] = [join(folder, 'answers.private.jwk.json'), join(folder, 'answers.jwks.json')];
  if (!existsSync(keyFile)) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(keysFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'core', alg: 'ES256', use: 'sig' }] }));
    writeFileSync(keyFile, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'core' }), { mode: 0o600 });
  }
  return { key: JSON.parse(readFileSync(keyFile, 'utf8')) as JWK, keysFile };
}
