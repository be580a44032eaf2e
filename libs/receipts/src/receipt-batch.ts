import { randomBytes } from 'node:crypto';
import { leafOf, maxReceiptsPerLeaf, receiptText, saltBytes, type LeafOwner } from './receipt.js';
import { maxReceipts } from './recorded-receipts.js';
import type { CustomerReceipt } from './customer-receipts.js';

interface GrowingLeaf extends LeafOwner {
  receipts: string;
  count: number;
}

/** Receipts that are sent together, numbered without a gap. What one client did with one consent of one customer is one leaf, or a few. */
export class ReceiptBatch {
  // Written as text when they are sent, in one loop: in between other work each would take three times as long.
  readonly #receipts: CustomerReceipt[] = [];
  /** When each was added, in Unix time in milliseconds. */
  readonly #times: number[] = [];

  constructor(readonly first: number) {}

  get count(): number {
    return this.#receipts.length;
  }

  get isFull(): boolean {
    return this.#receipts.length >= maxReceipts;
  }

  add(receipt: CustomerReceipt): void {
    this.#receipts.push(receipt);
    this.#times.push(Date.now());
  }

  /** The leaves as they are sent, one a line, each with a salt of its own. */
  lines(process: string): string {
    const leaves = this.#leaves();
    const salts = randomBytes(saltBytes * leaves.length).toString('base64url');
    const chars = salts.length / leaves.length;
    return leaves.map((leaf, at) => leafOf(process, salts.slice(at * chars, (at + 1) * chars), leaf, leaf.receipts)).join('\n');
  }

  #leaves(): GrowingLeaf[] {
    const leaves: GrowingLeaf[] = [];
    /** The leaf of each consent that the next receipt goes into. */
    const growing = new Map<string, GrowingLeaf>();
    this.#receipts.forEach(({ clientId, operation, psuId = '', consentId = '', resource = '' }, at) => {
      const receipt = receiptText(this.first + at, this.#times[at]!, operation, resource);
      const key = consentId || psuId || clientId;
      const leaf = growing.get(key);
      if (leaf && leaf.count < maxReceiptsPerLeaf && isOf(leaf, psuId, consentId, clientId)) {
        leaf.receipts += `,${receipt}`;
        leaf.count += 1;
      } else {
        const begun = { psuId, consentId, clientId, receipts: receipt, count: 1 };
        leaves.push(begun);
        growing.set(key, begun);
      }
    });
    return leaves;
  }
}

const isOf = (leaf: LeafOwner, psuId: string, consentId: string, clientId: string): boolean =>
  leaf.psuId === psuId && leaf.consentId === consentId && leaf.clientId === clientId;
