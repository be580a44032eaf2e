import { AsyncLocalStorage } from 'node:async_hooks';
import type { BankClock, Database, Queries, Transaction } from '@open-banking/database';
import { isStorable } from '@open-banking/http';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { IssuerFacts } from '../issuer-facts.js';
import {
  consumeArtifact,
  findArtifact,
  grantOfArtifact,
  revokeArtifact,
  revokeByGrant,
  storeArtifact,
  storeArtifactOnce,
} from './artifacts.statements.js';
import { idHash } from './hashed.js';
import type { Seal } from './sealed.js';

const transactions = new AsyncLocalStorage<Transaction>();

/** Runs `work`, and stores in `tx` what oidc-provider stores meanwhile. */
export const within = <T>(tx: Transaction, work: () => Promise<T>): Promise<T> => transactions.run(tx, work);

/**
 * Stores oidc-provider's artifacts in PostgreSQL. An id is a key to something (a token is its own id), so only its SHA-256 is
 * stored; what repeats the id in the payload is taken out and put back. Lifetimes are rows' own, on the bank's clock.
 * A pushed request is found also when it is out of date (its customer is sent back then), and can be used up then: the
 * minute it has is for coming to the bank with it, not for approving.
 */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly home: IssuerFacts,
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly seal: Seal,
  ) {}

  /** The first place where data of a client or browser are stored, signed requests included: no other code checks these parameters. */
  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    if (!isStorable(payload)) throw new errors.InvalidRequest('a parameter has U+0000 or half a surrogate pair');
    const expiresAt = new Date(this.now.getTime() + expiresInSeconds * 1_000);
    const text = JSON.stringify(this.withoutId(payload));
    if (this.kind !== 'ReplayDetection') {
      await this.queries.row(storeArtifact, ...this.key(id), text, payload.grantId ? idHash(payload.grantId) : null, expiresAt);
    } else if (!(await this.queries.row(storeArtifactOnce, ...this.key(id), text, expiresAt))) {
      throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.queries.row(findArtifact, ...this.key(id), this.since);
    const { parJti } = (found?.payload ?? {}) as { parJti?: string };
    return (
      found && {
        ...found.payload,
        ...(parJti !== undefined && { parJti: this.seal.open(parJti) }),
        ...(found.expiresAt <= this.now && { exp: 1 }),
        jti: id,
        // The rest of its life by the bank's clock: by that one its customer must answer.
        ...(this.kind === 'Interaction' && {
          returnTo: `${this.home.issuer}/authorize/${id}`,
          exp: Math.ceil((Date.now() + found.expiresAt.getTime() - this.now.getTime()) / 1_000),
        }),
        ...(found.consumedAt && { consumed: Math.floor(found.consumedAt.getTime() / 1_000) }),
      }
    );
  }

  /** A second use proves that the code leaked: by RFC 6749 §4.1.2 its tokens end, the first user's included. */
  async consume(id: string): Promise<void> {
    if (await this.queries.row(consumeArtifact, ...this.key(id), this.now, this.since)) return;
    if (this.kind === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('request_uri was already used');
    const found = await this.queries.row(grantOfArtifact, ...this.key(id));
    if (found?.grantHash) await this.queries.rows(revokeArtifact, found.grantHash, 'Grant', this.home.id, this.clock.now());
    throw new errors.InvalidGrant('already used');
  }

  /** An interaction is taken out before its code is made: of two windows of a browser that go on at once, one gets a code. */
  async destroy(id: string): Promise<void> {
    const revoked = await this.queries.row(revokeArtifact, ...this.key(id), this.clock.now());
    if (!revoked && this.kind === 'Interaction') throw new errors.SessionNotFound('interaction session not found');
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.queries.rows(revokeByGrant, idHash(grantId), this.kind, this.home.id, this.clock.now());
  }

  /** Sessions end with their interaction and are never stored (`issuer/policy.ts`). */
  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** The device flow is not offered. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Assertions and proofs are as old as they are; all else goes by the bank's clock. */
  private get now(): Date {
    return this.kind === 'ReplayDetection' ? new Date() : this.clock.now();
  }

  /** Artifacts that ended before this are not found. */
  private get since(): Date {
    return this.kind === 'PushedAuthorizationRequest' ? new Date(0) : this.now;
  }

  private get queries(): Queries {
    return transactions.getStore() ?? this.database;
  }

  private key(id: string): [Buffer, string, string] {
    return [idHash(id), this.kind, this.home.id];
  }

  private withoutId({ jti: _, returnTo, ...kept }: AdapterPayload): object {
    const { parJti } = kept as { parJti?: string };
    if (this.kind === 'Interaction') return { ...kept, ...(parJti !== undefined && { parJti: this.seal.close(parJti) }) };
    return { ...kept, ...(returnTo !== undefined && { returnTo }) };
  }
}
