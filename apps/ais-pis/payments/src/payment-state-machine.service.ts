import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, isFinal, type StateMachine, type StatusBefore, type Transaction } from '@open-banking/database';
import { approvePayment, movePayment, movePayments } from './payment-state-machine.statements.js';
import type { PaymentReason } from './payment-reason.js';
import { transitions, type TransactionStatus } from './payment.js';

/** A payment and the statuses it passes through, from its current one on. `reason` is for RJCT and CANC. */
export interface Move {
  readonly paymentId: string;
  readonly path: readonly TransactionStatus[];
  readonly reason?: PaymentReason | undefined;
}

/** Who has approved a payment, and on which terms. */
export interface PaymentApproval {
  readonly psuId: string;
  readonly debtorAccountId: string;
  readonly fee: string;
  /** A day (ISO 8601). */
  readonly executionDate: string;
}

type Before<To> = StatusBefore<typeof transitions, To>;

/** The only place where a payment's status changes. The database refuses any other transition too. */
@Injectable()
export class PaymentStateMachine implements StateMachine<typeof transitions, [reason?: PaymentReason | null]> {
  constructor(
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  /** `reason` is for RJCT and CANC. */
  move<To extends TransactionStatus>(
    tx: Transaction,
    paymentId: string,
    from: Before<To>,
    to: To,
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
    await this.notifications.changed(tx, paymentId, changesAlong(path, reason));
    return true;
  }

  /** Stores an approval and moves the payment: to PATC if a second one is needed. Throws if the payment's status is not `from`. */
  async approve<To extends 'PATC' | 'ACTC'>(
    tx: Transaction,
    paymentId: string,
    { psuId, debtorAccountId, fee, executionDate }: PaymentApproval,
    from: Before<To>,
    to: To,
  ): Promise<void> {
    const moved = await tx.row(approvePayment, paymentId, psuId, debtorAccountId, fee, executionDate, from, to, this.clock.now());
    if (!moved) throw new Error(`payment ${paymentId} has another status than ${from}`);
    await this.notifications.changed(tx, paymentId, changesAlong([from, to], null));
  }

  /** The money has come back: the status stays. */
  async returned(tx: Transaction, paymentId: string): Promise<void> {
    await this.notifications.happened(tx, { id: paymentId, status: 'RETURNED' });
  }

  /** Moves several payments, which the transaction has locked. Throws if the status of one is not the first of its path. */
  async followAll(tx: Transaction, moves: readonly Move[]): Promise<void> {
    if (moves.length === 0) return;
    const moved = await tx.rows(
      movePayments,
      moves.map(({ paymentId }) => paymentId),
      moves.map(({ path }) => `{${path.join(',')}}`),
      moves.map(({ reason }) => reason ?? null),
      this.clock.now(),
    );
    if (moved.length !== moves.length) throw new Error(`${moves.length - moved.length} of ${moves.length} payments have another status`);
    await this.notifications.changedEach(
      tx,
      moves.flatMap(({ paymentId, path, reason = null }) => changesAlong(path, reason).map((change) => ({ id: paymentId, ...change }))),
    );
  }
}

const changesAlong = (path: readonly TransactionStatus[], reason: PaymentReason | null) =>
  path.slice(1).map((status, at) => ({ status, reasonCode: at === path.length - 2 ? reason : null, last: isFinal(transitions, status) }));
