import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { join } from 'node:path';
import { services, type Service } from '@open-banking/spec';

/** The callers that sign requests to internal ports: the services and the operator. */
export const callers = [...services, 'operator'] as const;

/** Creates missing key pairs (Ed25519, as JWK): `<caller>.private.jwk.json` and `<caller>.public.jwk.json`. */
export function makeKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const caller of callers) {
    const secret = join(folder, `${caller}.private.jwk.json`);
    const open = join(folder, `${caller}.public.jwk.json`);
    if (existsSync(secret) && existsSync(open)) continue;
    const pair = newPair();
    writeFileSync(open, pair.public, { mode: 0o600 });
    writeFileSync(secret, pair.private, { mode: 0o600 });
  }
}

function newPair(): { readonly public: string; readonly private: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const asJwk = (key: typeof publicKey): string => JSON.stringify({ ...key.export({ format: 'jwk' }), alg: 'EdDSA' });
  return { public: asJwk(publicKey), private: asJwk(privateKey) };
}

/** A rotation sooner than this after the last one could take away a key that a service still signs with. */
const betweenRotationsMs = 60_000;
const previousOf = (service: Service): string => `${service}.previous.public.jwk.json`;

/**
 * Gives each service a new key pair for its internal calls, while services run: they read changed files at the next call. All of them first
 * get the new public key, beside the previous one, and only then the service itself its new private key, so that no call is refused.
 * `folders` are the services' own copies, where each has one (`KEYS_DIR`); otherwise all read `folder`.
 */
export function rotateServiceKeys(folder: string, folders: readonly { readonly service: Service; readonly folder: string }[] = []): void {
  const recent = services.find((service) => {
    const file = join(folder, previousOf(service));
    return existsSync(file) && Date.now() - statSync(file).mtimeMs < betweenRotationsMs;
  });
  if (recent) throw new Error(`The key of ${recent} was rotated less than a minute ago: wait, or end that rotation with --finish.`);
  const readers = [folder, ...folders.map((one) => one.folder)];
  const pairs = services.map((service) => ({ service, pair: newPair() }));
  for (const { service } of pairs) {
    // Read from the private key, which signs until the last step: the public file may be that of a rotation that was interrupted.
    const { d: _, ...current } = JSON.parse(readFileSync(join(folder, `${service}.private.jwk.json`), 'utf8')) as JsonWebKey;
    for (const reader of readers) replaceKey(join(reader, previousOf(service)), JSON.stringify(current));
  }
  for (const { service, pair } of pairs) for (const reader of readers) replaceKey(join(reader, `${service}.public.jwk.json`), pair.public);
  for (const { service, pair } of pairs)
    for (const owner of [folder, ...folders.filter((one) => one.service === service).map((one) => one.folder)])
      replaceKey(join(owner, `${service}.private.jwk.json`), pair.private);
}

/** Ends a rotation: the previous keys are no longer accepted. */
export function endKeyRotation(folder: string, folders: readonly { readonly folder: string }[] = []): void {
  for (const service of services)
    for (const reader of [folder, ...folders.map((one) => one.folder)]) rmSync(join(reader, previousOf(service)), { force: true });
}

/** Readers of the file find the old key or the new one, never half of one. */
function replaceKey(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
