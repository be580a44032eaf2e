import { createHmac } from 'node:crypto';
import { serviceKey, type Queries, type Transaction } from '@open-banking/database';
import { recordWrite } from './commands.statements.js';

/** A write as it is recorded. `subject` is the id of what was written. */
export interface Written {
  readonly operation: string;
  readonly clientId?: string;
  readonly psuId?: string;
  readonly requestId?: string;
  readonly path?: string;
  readonly bodySha256?: Buffer;
  /** What the customer's device told (`PSU-*` headers); stored as digests. */
  readonly psuHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly subject?: string;
}

/** Records writes in the transaction that makes them: either both are there or neither. */
export class Audit {
  private key?: Promise<Buffer>;

  /** `database` keeps the key of the digests, shared by all replicas. */
  constructor(private readonly database: Queries) {}

  async record(tx: Transaction, { operation, clientId, psuId, requestId, path, bodySha256, psuHeaders, status, subject }: Written): Promise<void> {
    const digests = psuHeaders && Object.keys(psuHeaders).length > 0 ? JSON.stringify(await this.digests(psuHeaders)) : null;
    await tx.rows(recordWrite, operation, clientId ?? null, psuId ?? null, requestId ?? null, path ?? null, bodySha256 ?? null, digests, status ?? null, subject ?? null);
  }

  /** Keyed: an address of four bytes could be guessed from a plain digest. */
  private async digests(headers: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const key = await (this.key ??= serviceKey(this.database, 'audit').catch((error: unknown) => { this.key = undefined; throw error; }));
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, createHmac('sha256', key).update(value).digest('base64url')]));
  }
}
