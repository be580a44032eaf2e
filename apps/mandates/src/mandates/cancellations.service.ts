import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BankClock, type Queries, type Transaction } from '@open-banking/database';
import { closeCancellation, insertCancellation, lastCancellation, type CancellationRow } from './cancellations.statements.js';
import { MandateSettings } from './mandates.settings.js';

/** Creditors' requests to cancel approved mandates. The caller holds the mandate's lock. */
@Injectable()
export class CancellationsService {
  constructor(
    private readonly clock: BankClock,
    private readonly settings: MandateSettings,
  ) {}

  /** Requests the cancellation. While the customer has not answered, a second request changes nothing. */
  async ask(tx: Transaction, clientId: string, resourceId: string): Promise<void> {
    const last = await this.last(tx, clientId, resourceId);
    if (last?.state === 'pending') return;
    const now = this.clock.now();
    await tx.rows(insertCancellation, randomUUID(), resourceId, now, new Date(now.getTime() + this.settings.firstApprovalMinutes * 60_000));
  }

  /** The latest request in its current state. A request that was not answered in time is closed here. */
  async last(queries: Queries, clientId: string, resourceId: string): Promise<CancellationRow | undefined> {
    const found = await queries.row(lastCancellation, clientId, resourceId);
    const now = this.clock.now();
    if (found?.state !== 'pending' || found.answerBy > now) return found;
    await queries.row(closeCancellation, found.cancellationId, 'lapsed', now);
    return { ...found, state: 'lapsed' };
  }

  /** False: it was already answered, or the time is over. */
  async close(tx: Transaction, { cancellationId }: CancellationRow, state: 'approved' | 'refused'): Promise<boolean> {
    return (await tx.row(closeCancellation, cancellationId, state, this.clock.now())) !== undefined;
  }
}
