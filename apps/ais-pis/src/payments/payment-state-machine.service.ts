import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, type Transaction } from '@open-banking/database';
import { movePayment } from './payment-state-machine.statements.js';
import type { PaymentReason } from './payment-reason.js';
import { transitions, type TransactionStatus } from './payment.js';

/** The only place where a payment's status changes. The database refuses any other transition too. */
@Injectable()
export class PaymentStateMachine {
  constructor(
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  /** Returns false, without a change, if the payment's status is not `from`. `reason` is for RJCT and CANC. */
  move<From extends TransactionStatus>(
    tx: Transaction,
    paymentId: string,
    from: From,
    to: (typeof transitions)[From][number],
    reason: PaymentReason | null = null,
  ): Promise<boolean> {
    return this.follow(tx, paymentId, [from, to], reason);
  }

  /** Moves along all transitions of `path` at once. Each one is recorded. */
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
