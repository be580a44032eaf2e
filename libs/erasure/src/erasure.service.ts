import { Injectable } from '@nestjs/common';
import type { ErasureProgress, HeldOfCustomer } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import type { ErasedCustomer } from './erasing.js';
import { ErasureSource, PlatformErasings } from './erasure-target.js';
import { keptFrom } from './legal-retention.js';

type Customer = Omit<ErasedCustomer, 'today' | 'keptFrom'>;

/** Erases a customer's personal data in the tables of this service. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly source: ErasureSource,
    private readonly platform: PlatformErasings,
  ) {}

  async check(psuId: string): Promise<HeldOfCustomer> {
    const { obstacles, linkedNumbers } = await this.source.open();
    return {
      obstacles: await obstacles(this.database, psuId),
      ...(linkedNumbers && { linkedNumbers: await linkedNumbers(this.database, psuId) }),
    };
  }

  /** As `check`, with the rows that `erase` would erase now. */
  async count(customer: Customer): Promise<HeldOfCustomer> {
    const [{ countsOf }, { platform, target }] = await Promise.all([import('./erasure-counts.js'), this.opened()]);
    return { ...(await this.check(customer.psuId)), ...(await countsOf(this.database, target, this.whose(customer), platform)) };
  }

  /** Goes on where the last call ended; to be called until it is done. */
  async erase(customer: Customer): Promise<ErasureProgress> {
    const [{ progressOf }, { platform, target }] = await Promise.all([import('./erasure-progress.js'), this.opened()]);
    return progressOf(this.database, target, this.whose(customer), platform);
  }

  private async opened() {
    const [platform, target] = await Promise.all([this.platform.open(), this.source.open()]);
    return { platform, target };
  }

  private whose(customer: Customer): ErasedCustomer {
    const today = this.clock.today();
    return { ...customer, today, keptFrom: keptFrom(today, customer.legalMonths) };
  }
}
