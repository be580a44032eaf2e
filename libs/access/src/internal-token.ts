import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@open-banking/messages';
import type { Caller, Operation, Service } from '@open-banking/spec';
import { importJWK, jwtVerify, SignJWT, type JWK } from 'jose';

type Row = Pick<Operation, 'id' | 'callers'>;

const readKey = (folder: string, name: string): JWK => JSON.parse(readFileSync(join(folder, `${name}.jwk.json`), 'utf8')) as JWK;

/** Signs calls to internal ports: who calls, which operation, at which service; good for 60 seconds. One key pair a caller. */
export class InternalSigner {
  private key?: Promise<CryptoKey | Uint8Array>;

  constructor(private readonly caller: Caller, private readonly keysDir: string) {}

  async sign(service: Service, { id }: Row): Promise<string> {
    const key = await (this.key ??= importJWK(readKey(this.keysDir, `${this.caller}.private`), 'EdDSA'));
    return new SignJWT({ operation: id }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(this.caller).setAudience(service)
      .setIssuedAt().setExpirationTime('60s').sign(key);
  }
}

/** Checks the token of an internal call: signed by a caller the row lists, for this service and this operation. */
export class InternalVerifier {
  private readonly keys = new Map<string, CryptoKey | Uint8Array>();

  constructor(private readonly service: Service, private readonly keysDir: string) {}

  async verify(authorization: string | undefined, { id, callers = [] }: Row): Promise<Caller> {
    const [, token = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
    for (const caller of callers) {
      const verified = await jwtVerify(token, await this.keyOf(caller), { issuer: caller, audience: this.service, algorithms: ['EdDSA'], maxTokenAge: '60s' })
        .catch(() => undefined);
      if (verified?.payload['operation'] === id) return caller;
    }
    throw new Refusal('TOKEN_UNKNOWN', { operation: id });
  }

  private async keyOf(caller: Caller): Promise<CryptoKey | Uint8Array> {
    const known = this.keys.get(caller) ?? await importJWK(readKey(this.keysDir, `${caller}.public`), 'EdDSA');
    this.keys.set(caller, known);
    return known;
  }
}
