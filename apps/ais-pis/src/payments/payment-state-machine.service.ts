import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, type Transaction } from '@open-banking/database';
import { movePayment } from './payment-state-machine.statements.js';
import type { PaymentReason } from './payment-reason.js';
import { transitions, type TransactionStatus } from './payment.js';

/** The only place where a payment's status changes; the database itself refuses a change along no edge. */
@Injectable()
export class PaymentStateMachine {
  constructor(
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  /** False: the payment is not `from` (any longer), and nothing has happened. `reason` belongs to RJCT and CANC. */
  move<From extends TransactionStatus>(
    tx: Transaction,
    paymentId: string,
    from: From,
    to: (typeof transitions)[From][number],
    reason: PaymentReason | null = null,
  ): Promise<boolean> {
    return this.follow(tx, paymentId, [from, to], reason);
  }

  /** The same along several edges at once, from the first of `path` to its last: nothing waits in between, yet each is recorded. */
  async follow(
    tx: Transaction,
    paymentId: string,
    path: readonly TransactionStatus[],
    reason: PaymentReason | null = null,
  ): Promise<boolean> {
    const moved = await tx.row(movePayment, paymentId, path, reason, this.clock.now());
    if (!moved) return false;
    await this.notifications.changed(
      tx,
      paymentId,
      path
        .slice(1)
        .map((status, at) => ({ status, reasonCode: at === path.length - 2 ? reason : null, last: transitions[status].length === 0 })),
    );
    return true;
  }
}
