import { createHmac } from 'node:crypto';
import type { Transaction } from '@open-banking/database';
import { recordWrite } from './audit.statements.js';

/** A write as it is recorded. `subject` is the id of what was written. */
export interface Written {
  /** A row of the table, or what a customer did on a page: `consents.approve`. */
  readonly operation: string;
  readonly clientId?: string;
  /** The operator who did it; it stands in the client's place, as `operator:<name>`, and the client is the subject. */
  readonly operator?: string;
  readonly psuId?: string;
  readonly requestId?: string;
  readonly path?: string;
  /** Of the request's body; of an approval: of the facts that were shown. */
  readonly bodySha256?: Buffer;
  /** What the customer's device told (`PSU-*` headers); stored as digests. */
  readonly psuHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly subject?: string;
}

const writerOf = ({ clientId, operator }: Pick<Written, 'clientId' | 'operator'>): string | null => (operator === undefined ? clientId ?? null : `operator:${operator}`);

/** Records writes in the transaction that makes them: either both are there or neither. */
export class Audit {
  /** `key` of the digests, the same in all replicas (`service_key`): an address of four bytes could be guessed from a plain one. */
  constructor(private readonly key: Buffer) {}

  async record(tx: Transaction, { operation, clientId, operator, psuId, requestId, path, bodySha256, psuHeaders, status, subject }: Written): Promise<void> {
    const digests = psuHeaders && Object.keys(psuHeaders).length > 0 ? JSON.stringify(this.digests(psuHeaders)) : null;
    await tx.rows(recordWrite, operation, writerOf({ clientId, operator }), psuId ?? null, requestId ?? null, path ?? null, bodySha256 ?? null, digests, status ?? null, subject ?? null);
  }

  private digests(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, createHmac('sha256', this.key).update(value).digest('base64url')]));
  }
}
