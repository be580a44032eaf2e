import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { copyInto } from '@open-banking/verification/load';
import type { RowCopy } from '@open-banking/feed';
import type { LoadedService } from '@open-banking/spec';
import type { DemoOrder } from './demo-process.js';
import { generateInto, writeCustomers, type LineTarget } from '../demo-bank/index.js';

/** The tables of the demo bank: lines go straight into them, in one transaction for each service. Lines of other services are left out. */
export class DemoTables implements LineTarget {
  private constructor(private readonly copies: ReadonlyMap<LoadedService, RowCopy>) {}

  static async begin(ownerUrls: DemoOrder['ownerUrls']): Promise<DemoTables> {
    const copies = Object.entries(ownerUrls).map(async ([name, url]) => {
      const service = name as LoadedService;
      return [service, await copyInto(service, url)] as const;
    });
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

/** Generates a bank into tables, and writes its customers into a file, which is there only when the rows are. */
export async function fillTables({ ownerUrls, size, customersFile }: DemoOrder): Promise<void> {
  const tables = await DemoTables.begin(ownerUrls);
  const unfinished = `${customersFile}.new`;
  try {
    const { customers } = await generateInto(tables, size);
    mkdirSync(dirname(customersFile), { recursive: true });
    writeCustomers(unfinished, customers);
    await tables.commit();
  } catch (error) {
    await tables.abandon().catch(() => undefined);
    throw error;
  }
  renameSync(unfinished, customersFile);
}
