import { copyInto } from '@open-banking/books/load';
import type { RowCopy } from '@open-banking/database';
import type { LoadedService } from '@open-banking/spec';
import type { LineTarget } from '../demo-bank/index.js';
import type { Databases } from './databases.js';

/** The tables of the demo bank: lines go straight into them, in one transaction for each service. Lines of other services are left out. */
export class DemoTables implements LineTarget {
  private constructor(private readonly copies: ReadonlyMap<LoadedService, RowCopy>) {}

  static async begin(services: readonly LoadedService[], databases: Databases): Promise<DemoTables> {
    const copies = services.map(async (service) => [service, await copyInto(service, databases[service].ownerUrl)] as const);
    return new DemoTables(new Map(await Promise.all(copies)));
  }

  write(service: LoadedService, type: string, fields: object): void {
    this.copies.get(service)?.add(type, fields as Readonly<Record<string, unknown>>);
  }

  async ready(): Promise<void> {
    for (const copy of this.copies.values()) await copy.ready();
  }

  /** Each service's rows are there when its own transaction has ended. */
  async commit(): Promise<void> {
    await Promise.all([...this.copies.values()].map((copy) => copy.commit()));
  }

  async abandon(): Promise<void> {
    await Promise.all([...this.copies.values()].map((copy) => copy.abandon()));
  }
}
