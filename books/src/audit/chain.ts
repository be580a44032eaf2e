import { createHash } from 'node:crypto';

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
  readonly what: 'altered' | 'removed' | 'inserted' | 'seal missing' | 'seals cut off' | 'not sealed in time';
  readonly auditId?: string;
  readonly sealNumber?: string;
}

/** A JSON array of texts, byte for byte as PostgreSQL formats it. */
const json = (values: readonly (string | null)[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Verifies the chain seal by seal. It reimplements `seal_audit`, so that the result does not depend on code in the database. */
export class Chain {
  private last: Buffer = Buffer.alloc(32);
  private number = 0n;

  get head(): { sealNumber: string; hash: string } {
    return { sealNumber: String(this.number), hash: this.last.toString('hex') };
  }

  /** Returns undefined if this seal follows the previous one and its row is unchanged. */
  follow({ sealNumber, sealedAt, hash, auditId, found, columns }: Sealed): Bad | undefined {
    if (BigInt(sealNumber) !== this.number + 1n) return { what: 'seal missing', sealNumber: String(this.number + 1n) };
    if (!found) return { what: 'removed', auditId, sealNumber };
    const right = createHash('sha256')
      .update(this.last)
      .update(json([sealNumber, sealedAt]))
      .update(json([auditId, ...columns]))
      .digest();
    if (!right.equals(hash)) return { what: 'altered', auditId, sealNumber };
    this.last = right;
    this.number += 1n;
    return undefined;
  }
}
