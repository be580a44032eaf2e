import { AsyncLocalStorage } from 'node:async_hooks';
import type { Issuer } from '@open-banking/spec';
import { hashed } from '../storage/hashed.js';
import type { TokenRow } from './token-row.js';

interface PendingLookup<Row> {
  readonly hash: Buffer;
  readonly issuer: Issuer;
  readonly found: (row: Row | undefined) => void;
  readonly failed: (error: unknown) => void;
}

// With two, one is on its way while the next is read; more would be smaller, and cost the database more (docs/decisions/0007-speed.md).
const maxConcurrentLookups = 2;
/**
 * Finds tokens, all those asked for meanwhile in one round trip. Nothing is kept: every look-up begins after its
 * question was put, so no answer is older than its request.
 */
export class TokenRows<Row extends TokenRow> {
  private waiting: PendingLookup<Row>[] = [];
  private underWay = 0;
  // One look-up begins where the one before it ends: without this all would share the time of the first request.
  private readonly outsideRequests = AsyncLocalStorage.snapshot();

  /** `read` runs a statement over `fromTokens`. One that takes longer than `slowMs` is waited for by its own requests only. */
  constructor(
    private readonly read: (hashes: readonly Buffer[], issuers: readonly Issuer[]) => Promise<readonly Row[]>,
    private readonly slowMs = 100,
  ) {}

  find(issuer: Issuer, token: string): Promise<Row | undefined> {
    return new Promise((found, failed) => {
      this.waiting.push({ hash: hashed(token), issuer, found, failed });
      if (this.waiting.length === 1 && this.underWay < maxConcurrentLookups)
        setImmediate(() => {
          this.outsideRequests(() => void this.next());
        });
    });
  }

  private async next(): Promise<void> {
    const asked = this.waiting;
    if (asked.length === 0) return;
    this.waiting = [];
    this.underWay += 1;
    let counted = true;
    const done = (): void => {
      if (counted) this.underWay -= 1;
      counted = false;
      void this.next();
    };
    const slow = setTimeout(done, this.slowMs).unref();
    await this.answer(asked);
    clearTimeout(slow);
    done();
  }

  private async answer(asked: readonly PendingLookup<Row>[]): Promise<void> {
    try {
      const rows = await this.read(
        asked.map(({ hash }) => hash),
        asked.map(({ issuer }) => issuer),
      );
      const byPlace = new Map(rows.map((row) => [row.place, row]));
      asked.forEach(({ found }, at) => {
        found(byPlace.get(at + 1));
      });
    } catch (error) {
      for (const { failed } of asked) failed(error);
    }
  }
}
