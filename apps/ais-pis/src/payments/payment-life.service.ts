import { Injectable } from '@nestjs/common';
import { BankClock, type Transaction } from '@open-banking/database';
import { movePayment } from './payment-life.statements.js';
import type { PaymentReason } from './payment-reason.js';
import type { next, TransactionStatus } from './payment.js';

/** The only place where a payment's status changes; the database itself refuses a change along no edge. */
@Injectable()
export class PaymentLife {
  constructor(private readonly clock: BankClock) {}

  /** False: the payment is not `from` (any longer), and nothing has happened. `reason` belongs to RJCT and CANC. */
  async move<From extends TransactionStatus>(tx: Transaction, paymentId: string, from: From, to: (typeof next)[From][number], reason: PaymentReason | null = null): Promise<boolean> {
    return await tx.row(movePayment, paymentId, from, to, reason, this.clock.now()) !== undefined;
  }
}
