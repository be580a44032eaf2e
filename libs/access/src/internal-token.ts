import { Refusal } from '@open-banking/messages';
import type { Caller, Operation, Service } from '@open-banking/spec';
import { decodeJwt, importJWK, jwtVerify, SignJWT } from 'jose';
import { InternalKeys } from './internal-keys.js';
import { INSTALLATION_OPERATOR, type Operators } from './operators.js';

type Row = Pick<Operation, 'id' | 'callers' | 'operatorRoles'>;

/** A token is sent again for this long: a service that asks another one the same all the time signs six times a minute. */
const sentAgainMs = 10_000;

interface SignedToken {
  readonly token: Promise<string>;
  readonly key: CryptoKey | Uint8Array;
  readonly at: number;
}

/** Signs calls to internal ports: who calls, which operation, at which service; good for 60 seconds. One key pair a caller. */
export class InternalSigner {
  private readonly keys: InternalKeys;
  private readonly signed = new Map<string, SignedToken>();

  constructor(
    private readonly caller: Caller,
    keysDir: string,
  ) {
    this.keys = new InternalKeys(keysDir);
  }

  async sign(service: Service, { id }: Pick<Row, 'id'>): Promise<string> {
    const key = await this.keys.signing(this.caller);
    const call = `${service} ${id}`;
    const known = this.signed.get(call);
    // Another key is one that was rotated.
    if (known?.key === key && performance.now() - known.at < sentAgainMs) return known.token;
    const token = this.signedBy(key, service, id);
    this.signed.set(call, { token, key, at: performance.now() });
    return token;
  }

  private signedBy(key: CryptoKey | Uint8Array, service: Service, id: string): Promise<string> {
    return new SignJWT({ operation: id })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(this.caller)
      .setAudience(service)
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(key);
  }
}

/** The caller: a service, or an operator by name. */
export interface InternalCaller {
  readonly caller: Caller;
  readonly operator?: string;
}

/** Checks the token of an internal call: signed by a caller the row lists, for this service and this operation. */
export class InternalVerifier {
  private readonly keys: InternalKeys;

  constructor(
    private readonly service: Service,
    keysDir: string,
    private readonly operators: Operators,
  ) {
    this.keys = new InternalKeys(keysDir);
  }

  async verify(authorization: string | undefined, row: Row): Promise<InternalCaller> {
    const token = bearerOf(authorization);
    const { callers = [] } = row;
    const caller = callers.find((one) => one === claimedIssuer(token));
    if (caller) {
      if (await this.isSignedByOneOf(token, caller, await this.keys.verifying(caller), row))
        return { caller, ...(caller === 'operator' && { operator: INSTALLATION_OPERATOR }) };
    }
    const operator = callers.includes('operator') ? await this.namedOperator(token, row) : undefined;
    if (!operator) throw new Refusal([{ code: 'TOKEN_UNKNOWN', text: unknownSigner(token) }], { operation: row.id });
    return { caller: 'operator', operator };
  }

  /** The operator whose key signed this, where its roles let it do this; undefined if no operator's did. */
  private async namedOperator(token: string, row: Row): Promise<string | undefined> {
    const name = operatorIn(token);
    const found = name === undefined ? undefined : await this.operators.find(name);
    if (!found || !(await this.isSignedBy(token, `operator:${found.name}`, await importJWK(found.publicKey, 'EdDSA'), row)))
      return undefined;
    const needed = row.operatorRoles ?? [];
    if (!needed.some((role) => found.roles.includes(role))) {
      throw new Refusal([
        {
          code: 'ROLE_INVALID',
          text: `The operator ${found.name} has the roles ${found.roles.join(', ')}; ${row.id} needs ${needed.join(' or ')}.`,
        },
      ]);
    }
    return found.name;
  }

  private async isSignedBy(token: string, issuer: string, key: CryptoKey | Uint8Array, { id }: Row): Promise<boolean> {
    const verified = await jwtVerify(token, key, { issuer, audience: this.service, algorithms: ['EdDSA'], maxTokenAge: '60s' }).catch(
      () => undefined,
    );
    return verified?.payload['operation'] === id;
  }

  private async isSignedByOneOf(token: string, issuer: string, keys: readonly (CryptoKey | Uint8Array)[], row: Row): Promise<boolean> {
    for (const key of keys) if (await this.isSignedBy(token, issuer, key, row)) return true;
    return false;
  }
}

/** The name that a token says its operator has. */
const operatorIn = (token: string): string | undefined => /^operator:([a-z][a-z0-9-]{1,39})$/.exec(claimedIssuer(token))?.[1];

/** One text for all reasons: a caller without a key of the bank must not learn which names it knows. */
function unknownSigner(token: string): string {
  const name = operatorIn(token);
  const clock = 'or the clock of the machine that signs is off by more than a minute';
  return name === undefined
    ? `This call is not signed by a caller who may make it: its key was replaced or is that of another bank, ${clock}.`
    : `The operator ${name} was removed or never added, or has another key, ${clock}. Use another one (--as).`;
}

const bearerOf = (authorization = ''): string => /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';

/** The issuer that a token claims, before anything in it is trusted. */
function claimedIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}
