import { Injectable } from '@nestjs/common';
import type { Transaction } from '@open-banking/database';
import type { PaymentReason } from '../payment-reason.js';
import { PaymentStateMachine } from '../payment-state-machine.service.js';
import type { PaymentDecision } from './payment-decision.js';
import type { PaymentToExecute } from './execution.statements.js';
import { Money } from '@open-banking/messages';
import { transactionIdOf, type BookingKind, BookingOutboxService, type Booking, LedgerService } from '@open-banking/ais-pis-ledger';

/**
 * Asks the core to hold the money of payments that wait here for their day (CORE_HOLDS_FUNDS). An instruction to pay ends the
 * hold of its payment in the core, so it is released by an instruction of its own only where the payment ends without one.
 */
@Injectable()
export class HeldFundsService {
  constructor(
    private readonly outbox: BookingOutboxService,
    private readonly ledger: LedgerService,
    private readonly stateMachine: PaymentStateMachine,
  ) {}

  /** Must run in the transaction that reserves and releases. */
  async report(tx: Transaction, decisions: readonly PaymentDecision[]): Promise<void> {
    const holds = this.outbox.reportsHolds
      ? decisions.flatMap(({ payment, reservation, instructs = false }) => (reservation && !instructs ? bookingOf(payment, 'hold') : []))
      : [];
    const releases: Booking[] = [];
    for (const { payment, releases: isReleased } of decisions)
      if (isReleased && (await this.outbox.find(tx, payment.paymentId, 'hold'))) releases.push(bookingOf(payment, 'release'));
    await this.outbox.instruct(tx, [...holds, ...releases]);
  }

  /** The core does not have the money that waits here: the payment ends, unless its day has come meanwhile and the core was told to pay. */
  async refused(tx: Transaction, paymentId: string, reason: PaymentReason): Promise<void> {
    if (await this.stateMachine.move(tx, paymentId, 'ACFC', 'RJCT', reason)) await this.ledger.release(tx, paymentId);
  }
}

function bookingOf({ paymentId, debtorAccountId, currency, amount, fee }: PaymentToExecute, kind: BookingKind): Booking {
  return {
    kind,
    subject: paymentId,
    accountId: debtorAccountId!,
    currency,
    amount: Money.of(currency, amount).plus(Money.of(currency, fee)).toString(),
    message: { transactionId: transactionIdOf(paymentId) },
  };
}
