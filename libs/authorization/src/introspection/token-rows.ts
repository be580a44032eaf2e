import type { Issuer } from '@open-banking/spec';
import { hashed } from '../storage/hashed.js';
import type { TokenRow } from './token-row.js';

interface Asked<Row> { readonly hash: Buffer; readonly issuer: Issuer; readonly found: (row: Row | undefined) => void; readonly failed: (error: unknown) => void }

/**
 * Finds tokens, those asked for in one turn of the event loop in one round trip. Nothing is kept: every look-up begins
 * after its question was put, so no answer is older than its request (docs/decisions/0007-speed.md).
 */
export class TokenRows<Row extends TokenRow> {
  private waiting: Asked<Row>[] = [];

  /** `read` runs a statement over `fromTokens`. */
  constructor(private readonly read: (hashes: readonly Buffer[], issuers: readonly Issuer[]) => Promise<readonly Row[]>) {}

  find(issuer: Issuer, token: string): Promise<Row | undefined> {
    return new Promise((found, failed) => {
      this.waiting.push({ hash: hashed(token), issuer, found, failed });
      if (this.waiting.length === 1) setImmediate(() => { void this.askAll(); });
    });
  }

  private async askAll(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    try {
      const rows = await this.read(asked.map(({ hash }) => hash), asked.map(({ issuer }) => issuer));
      const byPlace = new Map(rows.map((row) => [row.place, row]));
      asked.forEach(({ found }, at) => { found(byPlace.get(at + 1)); });
    } catch (error) {
      for (const { failed } of asked) failed(error);
    }
  }
}
