import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BankClock, type Queries, type Transaction } from '@open-banking/database';
import { closeCancellation, insertCancellation, lastCancellation, type CancellationRow } from './cancellations.statements.js';
import { MandateSettings } from './mandates.settings.js';

/** What creditors ask of mandates that their customers have approved: to end them. Whoever asks holds the mandate's lock. */
@Injectable()
export class CancellationsService {
  constructor(
    private readonly clock: BankClock,
    private readonly settings: MandateSettings,
  ) {}

  /** Asks once: while the customer has not answered, a second request is the same one. */
  async ask(tx: Transaction, clientId: string, resourceId: string): Promise<void> {
    const last = await this.last(tx, clientId, resourceId);
    if (last?.state === 'pending') return;
    const now = this.clock.now();
    await tx.rows(insertCancellation, randomUUID(), resourceId, now, new Date(now.getTime() + this.settings.firstApprovalMinutes * 60_000));
  }

  /** The one asked for last, as it is now; one that was not answered in time is closed here, where there is a transaction. */
  async last(queries: Queries, clientId: string, resourceId: string): Promise<CancellationRow | undefined> {
    const found = await queries.row(lastCancellation, clientId, resourceId);
    const now = this.clock.now();
    if (found?.state !== 'pending' || found.answerBy > now) return found;
    await queries.row(closeCancellation, found.cancellationId, 'lapsed', now);
    return { ...found, state: 'lapsed' };
  }

  /** False: it was answered already, or not in time. */
  async close(tx: Transaction, { cancellationId }: CancellationRow, state: 'approved' | 'refused'): Promise<boolean> {
    return (await tx.row(closeCancellation, cancellationId, state, this.clock.now())) !== undefined;
  }
}
