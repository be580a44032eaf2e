import { createHash } from 'node:crypto';

/** The columns of a row in the order in which they are hashed, after its id. A row of an operator has `operator` besides. */
export const columnNames = [
  'transactionId',
  'at',
  'operation',
  'clientId',
  'psuId',
  'requestId',
  'path',
  'bodySha256',
  'psuHeaders',
  'status',
  'subject',
] as const;

/** A sealed audit row as it is now; `found` is false if the row is gone. Values are in PostgreSQL's text format. */
export interface Sealed {
  readonly sealNumber: string;
  readonly sealedAt: string;
  readonly hash: Buffer;
  readonly auditId: string;
  readonly found: boolean;
  /** The columns of the row, in hash order. */
  readonly columns: readonly (string | null)[];
}

/** The first fault. `auditId` is the row, if it is known. */
export interface Bad {
  readonly what:
    | 'altered'
    | 'removed'
    | 'inserted'
    | 'seal missing'
    | 'seals cut off'
    | 'head does not match'
    | 'not sealed in time'
    | 'unreadable'
    | 'does not follow';
  readonly auditId?: string;
  readonly sealNumber?: string;
  /** The head of an earlier run that this chain does not have: it is the only evidence, so it may be the one that is wrong. */
  readonly known?: KnownHead;
}

/** A seal by its number and its hash (hex). */
export interface Seal {
  readonly sealNumber: string;
  readonly hash: string;
}

/** A head printed by an earlier run. */
export interface KnownHead extends Seal {
  readonly service: string;
}

/** The seal that the first one follows. */
export const beginning: Seal = { sealNumber: '0', hash: '00'.repeat(32) };

/** The number of the seal that follows another one. */
export const after = (sealNumber: string): string => String(BigInt(sealNumber) + 1n);

/** A JSON array of texts, byte for byte as PostgreSQL formats it. */
const json = (values: readonly (string | null)[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Verifies the chain seal by seal. It reimplements `seal_audit`, so that the result does not depend on code in the database. */
export class Chain {
  private last: Buffer;
  private number: bigint;

  /** `from`: the seal that the next one must follow; `heads`: those of earlier runs that the chain must have. */
  constructor(
    from: Seal = beginning,
    private readonly heads: readonly KnownHead[] = [],
  ) {
    this.last = Buffer.from(from.hash, 'hex');
    this.number = BigInt(from.sealNumber);
  }

  get head(): Seal {
    return { sealNumber: String(this.number), hash: this.last.toString('hex') };
  }

  /** Returns undefined if this seal follows the previous one and its row is unchanged. */
  follow({ sealNumber, sealedAt, hash, auditId, found, columns }: Sealed): Bad | undefined {
    if (BigInt(sealNumber) <= this.number) return { what: 'inserted', auditId, sealNumber };
    if (BigInt(sealNumber) !== this.number + 1n) return { what: 'seal missing', sealNumber: String(this.number + 1n) };
    if (!found) return { what: 'removed', auditId, sealNumber };
    const right = createHash('sha256')
      .update(this.last)
      .update(json([sealNumber, sealedAt]))
      .update(json([auditId, ...columns]))
      .digest();
    if (!right.equals(hash)) return { what: 'altered', auditId, sealNumber };
    const known = this.differing({ sealNumber, hash: hash.toString('hex') });
    if (known) return { what: 'head does not match', auditId, sealNumber, known };
    this.last = right;
    this.number += 1n;
    return undefined;
  }

  /** Returns undefined if the seal that the next one must follow is that of the heads. */
  begin(): Bad | undefined {
    const known = this.differing(this.head);
    return known && { what: 'head does not match', sealNumber: known.sealNumber, known };
  }

  /** The chain is consistent, but a head of an earlier run has another hash for this seal. */
  private differing({ sealNumber, hash }: Seal): KnownHead | undefined {
    return this.heads.find((known) => known.sealNumber === sealNumber && known.hash !== hash);
  }
}
