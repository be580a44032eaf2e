import { Inject, Injectable } from '@nestjs/common';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Money } from '@open-banking/messages';
import { BookingOutboxService, CalendarService, LedgerSettings, LedgerService } from '@open-banking/ais-pis-ledger';
import { PaymentStateMachine } from '../payment-state-machine.service.js';
import type { PaymentReason } from '../payment-reason.js';
import { PaymentProducts } from '../payment-products.js';
import { clearingMessage, coreMessage } from './clearing-message.js';
import { answerInstruction, instructClearing, type AnsweredInstruction } from './clearing.statements.js';
import type { PaymentToExecute } from './execution.statements.js';

/** Further writes in the transaction in which an answer takes effect. */
export type AdditionalWrites = (tx: Transaction, paymentId: string) => Promise<unknown>;

/** Instructs clearing, or the core where that keeps the books, and applies its answers to payments. Each answer takes effect once, however often it arrives. */
@Injectable()
export class ClearingService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly stateMachine: PaymentStateMachine,
    @Inject(CalendarService) private readonly calendar: Pick<CalendarService, 'businessDaysAfter'>,
    private readonly ledgerSettings: LedgerSettings,
    private readonly outbox: BookingOutboxService,
    private readonly products: PaymentProducts,
  ) {}

  /** Must run in the transaction that debits the payments, or reserves what the core will book, so that neither exists without the other. */
  async instruct(tx: Transaction, payments: readonly PaymentToExecute[]): Promise<void> {
    if (payments.length === 0) return;
    const [today, now] = [this.clock.today(), this.clock.now()];
    const instructions = payments.map((payment, at) => this.instruction(payment, at, { today, now }));
    await tx.rows(
      instructClearing,
      JSON.stringify(instructions),
      today,
      now,
      this.clock.timeZone,
      this.ledgerSettings.ledger === 'core',
      new Date(),
    );
    this.outbox.wakeAfter(tx);
    for (const { paymentId } of payments) markFaultPoint(tx, 'clearing instructed', paymentId);
  }

  /** The creditor's bank has received the money. Returns false if the instruction was already answered. */
  accepted(instructionId: string, additionalWrites?: AdditionalWrites): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const instruction = await tx.row(answerInstruction, instructionId, 'INSTRUCTED', 'ACCEPTED', null, this.clock.now());
      if (!instruction) return false;
      await this.end(tx, instruction.paymentId, 'ACSC', null);
      await additionalWrites?.(tx, instruction.paymentId);
      return true;
    });
  }

  /** The payment failed: amount and fee are refunded by a reversal, or released where the core has booked nothing. */
  rejected(instructionId: string, reason: PaymentReason, additionalWrites?: AdditionalWrites): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const instruction = await tx.row(answerInstruction, instructionId, 'INSTRUCTED', 'REJECTED', reason, this.clock.now());
      if (!instruction) return false;
      const { paymentId, byCore } = instruction;
      await (byCore ? this.ledger.release(tx, paymentId) : this.refund(tx, paymentId, reason));
      await this.end(tx, paymentId, 'RJCT', reason);
      await additionalWrites?.(tx, paymentId);
      return true;
    });
  }

  /** The money came back: the payment's status stays, and its amount is credited with the value date of the debit, or by the core. */
  returned(instructionId: string, reason: PaymentReason, additionalWrites?: AdditionalWrites): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const instruction = await tx.row(answerInstruction, instructionId, 'ACCEPTED', 'RETURNED', reason, this.clock.now());
      if (!instruction) return false;
      const { paymentId } = instruction;
      if (!instruction.byCore) await this.credit(tx, instruction, reason);
      await this.stateMachine.returned(tx, paymentId);
      await additionalWrites?.(tx, paymentId);
      return true;
    });
  }

  private async refund(tx: Transaction, paymentId: string, reason: PaymentReason): Promise<void> {
    const { postingId } = (await this.ledger.find(tx, paymentId, 'PAYMENT'))!;
    await this.ledger.reverse(tx, postingId, 'PAYMENT_REJECTED', paymentId, {
      bankTransactionCode: 'PMNT-ICDT-RRTN',
      additionalInformation: reason,
    });
  }

  private async credit(
    tx: Transaction,
    { paymentId, accountId, currency, amount, endToEndId, creditorName }: AnsweredInstruction,
    reason: PaymentReason,
  ): Promise<void> {
    const facts = {
      bankTransactionCode: 'PMNT-RCDT-RRTN',
      proprietaryBankTransactionCode: 'PAYMENT_RETURN',
      endToEndId: endToEndId ?? undefined,
      debtorName: creditorName,
      additionalInformation: reason,
    };
    const { valueDate } = (await this.ledger.find(tx, paymentId, 'PAYMENT'))!;
    const returned = Money.of(currency, amount);
    await this.ledger.post(tx, {
      kind: 'PAYMENT_RETURNED',
      subject: paymentId,
      returnsFunds: true,
      legs: [
        { accountId, amount: returned, facts, valueDate },
        { internal: 'CLEARING', amount: returned.negated() },
      ],
    });
  }

  private instruction(payment: PaymentToExecute, at: number, { today, now }: { readonly today: string; readonly now: Date }): object {
    const { paymentId, product, currency, amount } = payment;
    const byCore = this.ledgerSettings.ledger === 'core';
    const scheme = this.products.schemeOfPayment(product);
    const { answerWithin } = scheme;
    return {
      at,
      paymentId,
      product,
      currency,
      amount,
      message: byCore ? coreMessage(payment, scheme) : clearingMessage(payment, scheme),
      ...('seconds' in answerWithin
        ? { answerBy: new Date(now.getTime() + answerWithin.seconds * 1_000) }
        : { answerDay: this.calendar.businessDaysAfter(answerWithin.businessDays, currency, today, this.products.daysOf(product)) }),
    };
  }

  private async end(tx: Transaction, paymentId: string, to: 'ACSC' | 'RJCT', reason: PaymentReason | null): Promise<void> {
    const moved = await this.stateMachine.move(tx, paymentId, 'ACSP', to, reason);
    if (!moved) throw new Error(`Payment ${paymentId} is not waiting for an answer from clearing`);
    markFaultPoint(tx, 'payment settled', paymentId);
  }
}
