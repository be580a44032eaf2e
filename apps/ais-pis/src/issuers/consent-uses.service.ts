import type { Introspection } from '@open-banking/access';
import type { BankClock, Database } from '@open-banking/database';
import { noteUse } from '../customer/consents/access.statements.js';

const everyMs = 60_000;
const most = 100_000;

/**
 * When a customer's consent was last used, to the minute: its customer sees it. Every use comes by here, as every
 * service asks about its token. A read never waits for it, and loses nothing where it cannot be written.
 */
export class ConsentUsesService {
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  note({ active, psuId, consent }: Introspection): void {
    if (!active || psuId === undefined || consent?.status !== 'valid') return;
    const now = this.clock.now();
    if (now.getTime() - (this.noted.get(consent.id) ?? 0) < everyMs) return;
    if (this.noted.size >= most) this.noted.clear();
    this.noted.set(consent.id, now.getTime());
    void this.database.rows(noteUse, consent.id, now, new Date(now.getTime() - everyMs)).catch(() => {
      this.noted.delete(consent.id);
    });
  }
}
