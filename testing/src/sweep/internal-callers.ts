import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services, type Caller, type Operation, type Service } from '@open-banking/spec';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of the internal port: 60 s, so each request has one of its own. */
function signed(claims: object, key: KeyObject, header: object = { alg: 'EdDSA' }): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `Bearer ${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

const stranger = generateKeyPairSync('ed25519').privateKey;

interface InternalRequest {
  readonly row: Operation;
  readonly service: Service;
  readonly keyOf: (caller: Caller) => KeyObject;
}

const claimsOf = ({ row, service }: InternalRequest, by: string, changed: object = {}): object => {
  const now = Math.floor(Date.now() / 1_000);
  return { operation: row.id, iss: by, aud: service, iat: now, exp: now + 60, ...changed };
};
const callerOf = ({ row }: InternalRequest): Caller => row.callers![0]!;
const past = Math.floor(Date.now() / 1_000) - 7_200;

/** Those who may not call, by name: each differs in one thing from one who may. */
const refused: Readonly<Record<string, (asked: InternalRequest) => readonly string[]>> = {
  nobody: () => [],
  'a key of nobody': (asked) => [signed(claimsOf(asked, callerOf(asked)), stranger)],
  'another operation': (asked) => [signed(claimsOf(asked, callerOf(asked), { operation: 'readLiveness' }), asked.keyOf(callerOf(asked)))],
  'another service': (asked) => [signed(claimsOf(asked, callerOf(asked), { aud: 'nowhere' }), asked.keyOf(callerOf(asked)))],
  'an expired token': (asked) => [signed(claimsOf(asked, callerOf(asked), { iat: past, exp: past + 60 }), asked.keyOf(callerOf(asked)))],
  'a token of tomorrow': (asked) => [
    signed(claimsOf(asked, callerOf(asked), { iat: past + 90_000, exp: past + 90_060 }), asked.keyOf(callerOf(asked))),
  ],
  'a token without a time': (asked) => [
    signed(claimsOf(asked, callerOf(asked), { iat: undefined, exp: undefined }), asked.keyOf(callerOf(asked))),
  ],
  'no algorithm': (asked) => [`Bearer ${encoded({ alg: 'none' })}.${encoded(claimsOf(asked, callerOf(asked)))}.`],
  'another algorithm': (asked) => [signed(claimsOf(asked, callerOf(asked)), asked.keyOf(callerOf(asked)), { alg: 'HS256' })],
  'a caller whose name is a path': (asked) => [signed(claimsOf(asked, `../keys/${callerOf(asked)}`), asked.keyOf(callerOf(asked)))],
  'a caller without a name': (asked) => [signed(claimsOf(asked, '', { iss: 7 }), asked.keyOf(callerOf(asked)))],
  'an operator of nobody': (asked) => [signed(claimsOf(asked, 'operator:nobody-here'), stranger)],
  noise: () => ['Bearer x.y.z', 'Bearer e30.e30.e30'],
  'a service that may not': (asked) => {
    const other = services.find((service) => !asked.row.callers!.includes(service));
    return other === undefined ? [] : [signed(claimsOf(asked, other), asked.keyOf(other))];
  },
};

/** Who calls internal operations: each that a row lists, and some that it does not. */
export class InternalCallers {
  readonly #keys = new Map<Caller, KeyObject>();

  constructor(private readonly folder: string) {}

  readonly strangers = Object.keys(refused);

  permitted({ callers = [] }: Operation): readonly string[] {
    return callers;
  }

  isPermitted(name: string): boolean {
    return !(name in refused);
  }

  authorization(name: string, row: Operation, service: Service): readonly string[] {
    const asked: InternalRequest = { row, service, keyOf: (caller) => this.#keyOf(caller) };
    return refused[name]?.(asked) ?? [signed(claimsOf(asked, name), this.#keyOf(name as Caller))];
  }

  #keyOf(caller: Caller): KeyObject {
    const known =
      this.#keys.get(caller) ??
      createPrivateKey({ key: JSON.parse(readFileSync(join(this.folder, `${caller}.private.jwk.json`), 'utf8')), format: 'jwk' });
    this.#keys.set(caller, known);
    return known;
  }
}
