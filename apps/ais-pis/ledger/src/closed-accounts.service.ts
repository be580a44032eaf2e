import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from '@open-banking/commands';
import { closedWithBalance } from './ledger.statements.js';

/** A metric of closed accounts with a balance: money returned after the closure, which operators must pay out. */
@Injectable()
export class ClosedAccountsService implements BackgroundWorker {
  constructor(private readonly database: Database) {}

  async startWork({ gauge }: Pick<WorkerContext, 'gauge'>): Promise<void> {
    gauge(
      {
        name: 'openbank_closed_accounts_with_balance',
        help: 'Closed accounts whose booked balance is not zero, by currency.',
        labels: ['currency'],
      },
      async () => (await this.database.rows(closedWithBalance)).map(({ currency, count }) => ({ labels: { currency }, value: count })),
    );
  }
}
