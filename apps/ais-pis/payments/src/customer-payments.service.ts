import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { customerPages } from '@open-banking/spec';
import { PaymentStateMachine } from './payment-state-machine.service.js';
import type { PaymentReason } from './payment-reason.js';
import { isInvestigated, paymentStatusAt, type TransactionStatus } from './payment.js';
import {
  lockPaymentOfCustomer,
  onePaymentOfCustomer,
  pastPayments,
  paymentsToApprove,
  placeOfPayment,
  waitingPayments,
  type CustomerPaymentRow,
  type PendingPaymentRow,
} from './customer-payments.statements.js';

/** A payment with its current status, whether or not a change by time is stored yet. */
export interface PaymentNow extends Omit<CustomerPaymentRow, 'transactionStatus' | 'statusReason'> {
  readonly status: TransactionStatus;
  readonly reason: PaymentReason | null;
  readonly investigated: boolean;
}

/** A page of the payments from a customer's accounts. */
export interface PaymentsPage {
  readonly waiting: readonly PaymentNow[];
  readonly past: readonly PaymentNow[];
  /** The last payment of the page, where there are more. */
  readonly after?: string;
}

/** What waits is on the first page, however much was paid since; only a customer with more than this has to turn the page for it. */
const maxWaiting = 1_000;
const maxPastPayments = 100;

/** The payments from the accounts that a customer owns now: reading and cancelling them. */
@Injectable()
export class CustomerPaymentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: PaymentStateMachine,
    private readonly audit: AuditService,
  ) {}

  /** The first page, or the one after a payment. */
  async list(psuId: string, after?: string): Promise<PaymentsPage> {
    const last = after === undefined ? undefined : await this.database.row(placeOfPayment, psuId, after);
    const waiting = last?.waits === false ? [] : await this.page(waitingPayments, psuId, last && after, maxWaiting);
    if (waiting.length > maxWaiting) return divided(waiting.slice(0, maxWaiting), [], true);
    const past = await this.page(pastPayments, psuId, last?.waits === false ? after : undefined, maxPastPayments);
    return divided(waiting, past.slice(0, maxPastPayments), past.length > maxPastPayments);
  }

  /** Payments that the customer can still cancel, at most 1,000. */
  async cancellable(psuId: string): Promise<PaymentNow[]> {
    return (await this.page(waitingPayments, psuId, undefined, maxWaiting)).filter(mayBeCancelled);
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
   * Returns false if it is too late. Any owner of the account may cancel alone, while the payment waits for its execution day
   * (PSD2 art. 80(3)) or for a second owner.
   */
  cancel(psuId: string, { paymentId, clientId }: Pick<PaymentNow, 'paymentId' | 'clientId'>): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const locked = await tx.row(lockPaymentOfCustomer, psuId, paymentId);
      const cancelled = locked !== undefined && (await this.end(tx, paymentId, paymentStatusAt(locked, this.clock.now())));
      if (cancelled) await this.audit.record(tx, { operation: customerPages.answerPayment.id, clientId, psuId, subject: paymentId });
      return cancelled;
    });
  }

  /** One more than `max`, where there are more. */
  private async page(which: typeof pastPayments, psuId: string, after: string | undefined, max: number): Promise<PaymentNow[]> {
    return (await this.database.rows(which, psuId, after ?? null, max + 1)).map((row) => this.now(row));
  }

  private end(tx: Transaction, paymentId: string, status: TransactionStatus): Promise<boolean> {
    if (status === 'PDNG') return this.stateMachine.move(tx, paymentId, status, 'CANC', 'CUST');
    return status === 'PATC' ? this.stateMachine.move(tx, paymentId, status, 'RJCT', 'CUST') : Promise.resolve(false);
  }

  private now({ transactionStatus, statusReason, ...row }: CustomerPaymentRow): PaymentNow {
    const now = this.clock.now();
    const status = paymentStatusAt({ transactionStatus, approveBy: row.approveBy }, now);
    return { ...row, status, investigated: isInvestigated(row, now), reason: status === transactionStatus ? statusReason : 'NOAS' };
  }
}

/** Payments whose deadline has passed wait for nobody, whether or not that is stored yet. */
const divided = (waiting: readonly PaymentNow[], past: readonly PaymentNow[], hasMore: boolean): PaymentsPage => ({
  waiting: waiting.filter(({ status }) => status !== 'RJCT'),
  past: [...waiting.filter(({ status }) => status === 'RJCT'), ...past],
  ...(hasMore && { after: [...waiting, ...past].at(-1)!.paymentId }),
});

/** Whether the customer can still cancel the payment. */
export const mayBeCancelled = ({ status }: Pick<PaymentNow, 'status'>): boolean => status === 'PDNG' || status === 'PATC';
