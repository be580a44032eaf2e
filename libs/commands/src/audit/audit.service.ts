import { createHmac } from 'node:crypto';
import type { Transaction } from '@open-banking/database';
import type { CustomerReceipts } from '@open-banking/receipts';
import { recordWrite } from './audit.statements.js';

/** A write as it is recorded. `subject` is the id of what was written. */
export interface AuditRecord {
  /** A row of the table, or what a customer did on a page: `consents.approve`. */
  readonly operation: string;
  readonly clientId?: string;
  /** The operator who did it, by name. */
  readonly operator?: string;
  readonly psuId?: string;
  readonly requestId?: string;
  readonly path?: string;
  /** The hash of the request's body; for an approval, of the facts that were shown. */
  readonly bodySha256?: Buffer;
  /** The headers about the customer's device (`PSU-*`); stored as digests. */
  readonly psuHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly subject?: string;
}

/** Records writes in the transaction that makes them: either both are there or neither. */
export class AuditService {
  /** `key` of the digests, the same in all replicas (`service_key`): an address of four bytes could be guessed from a plain one. */
  constructor(
    private readonly key: Buffer,
    private readonly receipts?: CustomerReceipts,
  ) {}

  async record(tx: Transaction, { psuHeaders, ...written }: AuditRecord): Promise<void> {
    const column = <Name extends keyof typeof written>(name: Name) => written[name] ?? null;
    await tx.rows(
      recordWrite,
      written.operation,
      column('clientId'),
      column('psuId'),
      column('requestId'),
      column('path'),
      column('bodySha256'),
      this.digestsOf(psuHeaders),
      column('status'),
      column('subject'),
      column('operator'),
    );
  }

  /** Gives the customer a receipt for an approval, once it has taken effect. */
  approved(operation: string, { clientId, psuId, id }: { readonly clientId: string; readonly psuId: string; readonly id: string }): void {
    this.receipts?.add({ clientId, operation, psuId, resource: id });
  }

  /** The digests of the headers about the customer's device, as JSON. */
  digestsOf(psuHeaders: AuditRecord['psuHeaders']): string | null {
    const headers = Object.entries(psuHeaders ?? {});
    if (headers.length === 0) return null;
    const digests = headers.map(([name, value]) => [name, createHmac('sha256', this.key).update(value).digest('base64url')] as const);
    return JSON.stringify(Object.fromEntries(digests));
  }
}
