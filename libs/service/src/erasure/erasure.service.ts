import { Injectable } from '@nestjs/common';
import { BankClock, Database, keptFrom, type ErasedCustomer } from '@open-banking/database';
import { ErasureSource, type ErasureProgress, type HeldOfCustomer } from './erasure-target.js';

/** Erases a customer's personal data in the tables of this service. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly source: ErasureSource,
  ) {}

  async check(psuId: string): Promise<HeldOfCustomer> {
    const { holds, obstacles, linkedNumbers } = await this.source.open();
    return {
      holds: (await holds?.(this.database, psuId)) ?? {},
      obstacles: await obstacles(this.database, psuId),
      ...(linkedNumbers && { linkedNumbers: await linkedNumbers(this.database, psuId) }),
    };
  }

  /** Goes on where the last call ended; to be called until it is done. */
  async erase(customer: Omit<ErasedCustomer, 'today' | 'keptFrom'>): Promise<ErasureProgress> {
    const [{ progressOf }, fed, target] = await Promise.all([
      import('./erasure-progress.js'),
      this.source.fed ? import('../feed/feed-erasings.js') : undefined,
      this.source.open(),
    ]);
    const today = this.clock.today();
    const whose = { ...customer, today, keptFrom: keptFrom(today, customer.legalMonths) };
    return progressOf(this.database, target, whose, fed?.feedErasings ?? []);
  }
}
