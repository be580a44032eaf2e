import { createHash } from 'node:crypto';

/** A sealed row as it stands in the audit now; `found` is false where the row is gone. Values as PostgreSQL writes them as text. */
export interface Sealed {
  readonly sealNumber: string;
  readonly sealedAt: string;
  readonly hash: Buffer;
  readonly auditId: string;
  readonly found: boolean;
  /** The columns of the row, in the order they are hashed. */
  readonly columns: readonly (string | null)[];
}

/** The first thing that is wrong. `auditId` names the row, where one can be named. */
export interface Bad {
  readonly what: 'altered' | 'removed' | 'inserted' | 'seal missing' | 'seals cut off' | 'not sealed in time';
  readonly auditId?: string;
  readonly sealNumber?: string;
}

/** A JSON array of texts, to the byte as PostgreSQL writes it. */
const json = (values: readonly (string | null)[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Follows the chain, seal by seal. It does in another language what `seal_audit` does: nothing in the database is asked what is right. */
export class Chain {
  private last: Buffer = Buffer.alloc(32);
  private number = 0n;

  get head(): { sealNumber: string; hash: string } {
    return { sealNumber: String(this.number), hash: this.last.toString('hex') };
  }

  /** Undefined: this seal follows the one before, and its row is what was sealed. */
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
