import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { customerPages } from '@open-banking/spec';
import { PaymentStateMachine } from '../../payments/payment-state-machine.service.js';
import type { PaymentReason } from '../../payments/payment-reason.js';
import { isInvestigated, statusAt, type TransactionStatus } from '../../payments/payment.js';
import {
  lockPaymentOfCustomer,
  onePaymentOfCustomer,
  openPaymentsOfCustomer,
  paymentsOfCustomer,
  paymentsToApprove,
  type CustomerPaymentRow,
  type PendingPaymentRow,
} from './customer-payments.statements.js';

/** A payment with its current status, whether or not a change by time is stored yet. */
export interface PaymentNow extends Omit<CustomerPaymentRow, 'transactionStatus' | 'statusReason'> {
  readonly status: TransactionStatus;
  readonly reason: PaymentReason | null;
  readonly investigated: boolean;
}

const mostShown = 100;

/** A customer's payments: reading and cancelling them. */
@Injectable()
export class CustomerPaymentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: PaymentStateMachine,
    private readonly audit: AuditService,
  ) {}

  async list(psuId: string): Promise<PaymentNow[]> {
    return (await this.database.rows(paymentsOfCustomer, psuId, mostShown)).map((row) => this.now(row));
  }

  /** Payments that the customer can still cancel, at most 100. */
  async cancellable(psuId: string): Promise<PaymentNow[]> {
    return (await this.database.rows(openPaymentsOfCustomer, psuId, mostShown)).map((row) => this.now(row)).filter(mayBeCancelled);
  }

  async one(psuId: string, paymentId: string): Promise<PaymentNow | undefined> {
    const row = await this.database.row(onePaymentOfCustomer, psuId, paymentId);
    return row && this.now(row);
  }

  /** Payments that wait for this customer as a second owner. */
  pending(psuId: string): Promise<PendingPaymentRow[]> {
    return this.database.rows(paymentsToApprove, psuId, this.clock.now());
  }

  /**
   * Returns false if it is too late. Any customer who approved may cancel alone, while the payment waits for its execution day
   * (PSD2 art. 80(3)) or for a second owner.
   */
  cancel(psuId: string, { paymentId, clientId }: Pick<PaymentNow, 'paymentId' | 'clientId'>): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const locked = await tx.row(lockPaymentOfCustomer, psuId, paymentId);
      const cancelled = locked !== undefined && (await this.end(tx, paymentId, statusAt(locked, this.clock.now())));
      if (cancelled) await this.audit.record(tx, { operation: customerPages.answerPayment.id, clientId, psuId, subject: paymentId });
      return cancelled;
    });
  }

  private end(tx: Transaction, paymentId: string, status: TransactionStatus): Promise<boolean> {
    if (status === 'PDNG') return this.stateMachine.move(tx, paymentId, status, 'CANC', 'CUST');
    return status === 'PATC' ? this.stateMachine.move(tx, paymentId, status, 'RJCT', 'CUST') : Promise.resolve(false);
  }

  private now({ transactionStatus, statusReason, ...row }: CustomerPaymentRow): PaymentNow {
    const now = this.clock.now();
    const status = statusAt({ transactionStatus, approveBy: row.approveBy }, now);
    return { ...row, status, investigated: isInvestigated(row, now), reason: status === transactionStatus ? statusReason : 'NOAS' };
  }
}

/** Whether the customer can still cancel the payment. */
export const mayBeCancelled = ({ status }: Pick<PaymentNow, 'status'>): boolean => status === 'PDNG' || status === 'PATC';
