import type { Introspection } from '@open-banking/contracts';
import type { BankClock, Database } from '@open-banking/database';
import { noteUse } from '@open-banking/ais-pis-consents';

const precisionMs = 60_000;
const maxNoted = 100_000;

/**
 * Records when a consent was last used, to the minute, for the customer to see. Every use passes here, because every service
 * introspects the token. The write runs in the background; if it fails, the read is not affected.
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
    if (now.getTime() - (this.noted.get(consent.id) ?? 0) < precisionMs) return;
    if (this.noted.size >= maxNoted) this.noted.clear();
    this.noted.set(consent.id, now.getTime());
    void this.database.rows(noteUse, consent.id, now, new Date(now.getTime() - precisionMs)).catch(() => {
      this.noted.delete(consent.id);
    });
  }
}
