import { randomBytes } from 'node:crypto';
import { leafOf, mostOfLeaf, mostReceipts, receiptText, saltBytes, type LeafOwner } from '@open-banking/access';
import type { CustomerReceipt } from '@open-banking/http';

interface GrowingLeaf extends LeafOwner {
  receipts: string;
  count: number;
}

/** Receipts that are sent together, numbered without a gap. What one client did with one consent of one customer is one leaf, or a few. */
export class ReceiptBatch {
  readonly #leaves: GrowingLeaf[] = [];
  /** Of each consent the leaf that the next receipt goes into. */
  readonly #growing = new Map<string, GrowingLeaf>();
  #count = 0;

  constructor(readonly first: number) {}

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= mostReceipts;
  }

  add({ clientId, operation, psuId = '', consentId = '', resource = '' }: CustomerReceipt): void {
    const receipt = receiptText(this.first + this.#count, Date.now(), operation, resource);
    this.#count += 1;
    const key = consentId || psuId || clientId;
    const leaf = this.#growing.get(key);
    if (leaf && leaf.count < mostOfLeaf && isOf(leaf, psuId, consentId, clientId)) {
      leaf.receipts += `,${receipt}`;
      leaf.count += 1;
    } else {
      const begun = { psuId, consentId, clientId, receipts: receipt, count: 1 };
      this.#leaves.push(begun);
      this.#growing.set(key, begun);
    }
  }

  /** The leaves as they are sent, one a line, each with a salt of its own. */
  lines(process: string): string {
    const salts = randomBytes(saltBytes * this.#leaves.length).toString('base64url');
    const chars = salts.length / this.#leaves.length;
    return this.#leaves.map((leaf, at) => leafOf(process, salts.slice(at * chars, (at + 1) * chars), leaf, leaf.receipts)).join('\n');
  }
}

const isOf = (leaf: LeafOwner, psuId: string, consentId: string, clientId: string): boolean =>
  leaf.psuId === psuId && leaf.consentId === consentId && leaf.clientId === clientId;
