import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import {
  BankClock,
  Database,
  isFinal,
  type StateMachine,
  type Statement,
  type StatusBefore,
  type Transaction,
} from '@open-banking/database';
import { WhenDue } from '@open-banking/service';
import { mandatesIdle, mandatesNotApproved, mandatesPastTheirEnd, moveMandate } from './mandate-state-machine.statements.js';
import { idleBefore, transitions, reasons, type MandateStatus } from './mandate.js';
import { cancellationsNotAnswered } from './cancellations.statements.js';

const max = 500;

type Before<To> = StatusBefore<typeof transitions, To>;
type Details = [reason?: string | null, suspendedBy?: 'customer' | 'bank' | null];

/** The only place where a mandate's status changes. The database refuses any change that is not a transition. */
@Injectable()
export class MandateStateMachine implements StateMachine<typeof transitions, Details> {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  /** `suspendedBy` is for SUSP. */
  async move<To extends MandateStatus>(
    tx: Transaction,
    resourceId: string,
    from: Before<To>,
    to: To,
    ...[reason = null, suspendedBy = null]: Details
  ): Promise<boolean> {
    const moved = await tx.row(moveMandate, resourceId, from, to, reason, this.clock.now(), suspendedBy);
    if (moved) await this.notifications.changed(tx, resourceId, [{ status: to, reasonCode: reason, last: isFinal(transitions, to) }]);
    return moved !== undefined;
  }

  /** Money is collected under it: the status stays. */
  async collected(tx: Transaction, resourceId: string, collectionId: string): Promise<void> {
    await this.notifications.happened(tx, { id: resourceId, status: 'COLLECTED', collectionId });
  }

  /** Stores the status of mandates and cancellations that ended by the passing of time. */
  @WhenDue()
  async endOverdue(): Promise<void> {
    await this.each(mandatesNotApproved, this.clock.now(), 'RJCT', reasons.notApproved);
    await this.each(mandatesPastTheirEnd, this.clock.today(), 'EXPI', reasons.expired);
    await this.each(mandatesIdle, idleBefore(this.clock.today()), 'EXPI', reasons.expired);
    await this.database.rows(cancellationsNotAnswered, this.clock.now());
  }

  private async each<At, To extends 'RJCT' | 'EXPI'>(
    found: Statement<{ resourceId: string; mandateStatus: Before<To> }, [at: At, max: number]>,
    at: At,
    to: To,
    reason: string,
  ): Promise<void> {
    for (let moved = max; moved === max;) {
      moved = await this.database.transaction(async (tx) => {
        const due = await tx.rows(found, at, max);
        for (const { resourceId, mandateStatus } of due) await this.move(tx, resourceId, mandateStatus, to, reason);
        return due.length;
      });
    }
  }
}
