import { Injectable } from '@nestjs/common';
import { JobHandler } from '@open-banking/commands';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Money } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import { LedgerService } from '../../ledger/ledger.service.js';
import { creditorIban } from '../creditor.js';
import { PaymentStateMachine } from '../payment-state-machine.service.js';
import type { PaymentReason } from '../payment-reason.js';
import { ClearingService } from './clearing.service.js';
import { executePayment, type ExecutePayment } from '../execute-payment.js';
import { isOfBank, stepOf } from './execution.js';
import { ExecutionSettings } from './execution.settings.js';
import { creditorByIban, duePayments, lockPayment, type PaymentToExecute } from './execution.statements.js';
import { debtorFacts, legsOf } from './payment-legs.js';

/** Due payments are fetched in batches; a few are executed concurrently. */
const batchSize = 200;
const concurrency = 5;

/** Executes approved payments. Each call is one transaction and proceeds until the payment has to wait; repeating it has no effect. */
@Injectable()
export class ExecutionService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly stateMachine: PaymentStateMachine,
    private readonly clearing: ClearingService,
    private readonly settings: ExecutionSettings,
  ) {}

  @JobHandler(executePayment)
  execute({ paymentId }: ExecutePayment): Promise<void> {
    return this.database.transaction((tx) => this.step(tx, paymentId));
  }

  /** Executes the payments that are due. A failed one does not hold up the others. */
  @WhenDue()
  async executeDue(): Promise<void> {
    const failed: unknown[] = [];
    let due: readonly { paymentId: string }[];
    let after: string | null = null;
    do {
      due = await this.database.rows(duePayments, this.clock.today(), after, batchSize);
      for (let at = 0; at < due.length; at += concurrency) {
        const done = await Promise.allSettled(due.slice(at, at + concurrency).map((payment) => this.execute(payment)));
        failed.push(...done.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown));
      }
      after = due.at(-1)?.paymentId ?? null;
    } while (due.length === batchSize);
    if (failed.length > 0) throw failed[0];
  }

  private async step(tx: Transaction, paymentId: string): Promise<void> {
    const locked = await tx.row(lockPayment, paymentId);
    const step = locked ? stepOf(locked, this.clock.today()) : 'nothing';
    if (!locked || step === 'nothing') return;
    if (step === 'wait') {
      await this.stateMachine.follow(tx, paymentId, ['ACTC', 'PDNG']);
      return;
    }
    const payment = await this.withCreditor(tx, locked);
    const refused = this.unpayable(payment) ?? (await (step === 'reserve' ? this.reserve(tx, payment) : this.book(tx, payment)));
    if (refused) await this.reject(tx, payment, refused);
  }

  /** Reserves amount and fee until the day of execution. */
  private async reserve(tx: Transaction, payment: PaymentToExecute): Promise<PaymentReason | undefined> {
    const { paymentId, currency, amount, fee, executionDate } = payment;
    const refused = await this.ledger.reserve(tx, {
      subject: paymentId,
      accountId: payment.debtorAccountId!,
      amount: Money.of(currency, amount).plus(Money.of(currency, fee)),
      valueDate: executionDate!,
      facts: debtorFacts(payment),
    });
    if (refused) return refused.refused;
    await this.stateMachine.follow(tx, paymentId, [payment.status, 'ACFC']);
    markFaultPoint(tx, 'funds reserved', paymentId);
    return undefined;
  }

  /** Debits the debtor and, in the same posting, credits a creditor at this bank. Other creditors are paid through clearing. */
  private async book(tx: Transaction, payment: PaymentToExecute): Promise<PaymentReason | undefined> {
    const { paymentId, status, debtorAccountId, creditorAccountId } = payment;
    const posted = await this.ledger.post(tx, {
      kind: 'PAYMENT',
      subject: paymentId,
      legs: legsOf(payment),
      releasesReservation: status === 'ACFC',
    });
    if ('refused' in posted) return posted.accountId === debtorAccountId ? posted.refused : 'AC07';
    markFaultPoint(tx, 'debtor booked', paymentId);
    const inside = creditorAccountId !== null;
    await this.stateMachine.follow(tx, paymentId, [
      ...(status === 'ACFC' ? [] : [status]),
      'ACFC',
      'ACSP',
      ...(inside ? ['ACCC' as const] : []),
    ]);
    if (inside) markFaultPoint(tx, 'payment settled', paymentId);
    else await this.clearing.instruct(tx, payment);
    return undefined;
  }

  private async reject(tx: Transaction, { paymentId, status }: PaymentToExecute, reason: PaymentReason): Promise<void> {
    if (status === 'ACFC') await this.ledger.release(tx, paymentId);
    await this.stateMachine.follow(tx, paymentId, [status, 'RJCT'], reason);
    markFaultPoint(tx, 'payment settled', paymentId);
  }

  /** Adds the creditor's account at this bank if it is identified by its domestic number. */
  private async withCreditor(tx: Transaction, payment: PaymentToExecute): Promise<PaymentToExecute> {
    const { iban } = payment.request.creditorAccount;
    const made = iban === undefined ? creditorIban(payment.request.creditorAccount) : undefined;
    return made === undefined ? payment : { ...payment, ...(await tx.row(creditorByIban, made)) };
  }

  private unpayable({ request, currency, creditorAccountId, creditorCurrency }: PaymentToExecute): PaymentReason | undefined {
    if (creditorAccountId !== null) return creditorCurrency === currency ? undefined : 'AM03';
    return isOfBank(creditorIban(request.creditorAccount), this.settings.bankCodes) ? 'AC01' : undefined;
  }
}
