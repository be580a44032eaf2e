import { daysAgo, type Caller } from '@open-banking/testing';
import type { FedProduct, ReadRow } from './fed-product.js';

/** A client that reads on as docs/reading.md says: from the last booking date that it has, that day included. */
export class Follower {
  readonly #rows = new Map<string, ReadRow>();

  constructor(
    private readonly product: FedProduct,
    private readonly resource: string,
    private readonly reader: Caller,
    private readonly pageSize: number,
  ) {}

  get rows(): readonly ReadRow[] {
    return [...this.#rows.values()];
  }

  /** Reads all pages since the last day. `between` happens after the first page. */
  async follow(between?: () => Promise<void>): Promise<void> {
    const days = this.rows.map(({ bookingDate }) => bookingDate).sort();
    const seen = new Set<string>();
    for (const row of await this.read(days.at(-1) ?? daysAgo(60), between)) {
      expect(seen).not.toContain(row.id);
      seen.add(row.id);
      const known = this.#rows.get(row.id);
      if (known) expect(row).toEqual(known);
      this.#rows.set(row.id, row);
    }
  }

  /** All rows from a day on, newest first. */
  async read(from: string, between?: () => Promise<void>): Promise<ReadRow[]> {
    const found: ReadRow[] = [];
    let path: string | undefined = `${this.product.list(this.resource)}?bookingStatus=booked&dateFrom=${from}&limit=${this.pageSize}`;
    if (this.product.service === 'securities') path = path.replace('bookingStatus=booked&', '');
    for (let first = true; path !== undefined; first = false) {
      const page = await this.reader.get(path);
      expect(page.status).toBe(200);
      const { rows, next } = this.product.rowsOf(page.body);
      found.push(...rows);
      path = next;
      if (first) await between?.();
    }
    return found;
  }
}
