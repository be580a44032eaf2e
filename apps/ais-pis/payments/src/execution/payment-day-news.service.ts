import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { anyMoves, takeMoves } from './payment-day-news.statements.js';

/** As often as jobs are looked for (`look-for-jobs`), in the same statement. */
const everyMs = 900;
/** Payments whose client and customers are notified in one transaction. */
const batchSize = 500;

/** Notifies clients and customers of payments that have got another day, once the change is committed. */
@Injectable()
export class PaymentDayNewsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  @RecurringWork('tell-moved-payments', { everyMs })
  async notify(): Promise<void> {
    if (!(await this.database.row(anyMoves))?.due) return;
    let taken: number;
    do {
      taken = await this.database.transaction(async (tx) => {
        const moved = await tx.rows(takeMoves, batchSize, this.clock.today());
        await this.notifications.changedBesides(
          tx,
          moved.map(({ paymentId: id, status, executionDate: day }) => ({
            id,
            status,
            happened: { id, status: 'POSTPONED', facts: { day } },
          })),
        );
        return moved.length;
      });
    } while (taken > 0);
  }
}
