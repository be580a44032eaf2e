import { Inject, Injectable } from '@nestjs/common';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Money } from '@open-banking/messages';
import { CalendarService } from '../../calendar/calendar.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { PaymentStateMachine } from '../payment-state-machine.service.js';
import type { PaymentReason } from '../payment-reason.js';
import { schemeOfPayment } from '../scheme.js';
import { clearingMessage } from './clearing-message.js';
import { answerInstruction, instructClearing } from './clearing.statements.js';
import type { PaymentToExecute } from './execution.statements.js';

/** What else is written where an answer takes effect. */
export type Besides = (tx: Transaction, paymentId: string) => Promise<unknown>;

/** What clearing is told, and what becomes of a payment when it answers. Each answer takes effect once, however often it comes. */
@Injectable()
export class ClearingService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly life: PaymentStateMachine,
    @Inject(CalendarService) private readonly calendar: Pick<CalendarService, 'businessDaysAfter'>,
  ) {}

  /** In the transaction that debits the payment: one is not there without the other. */
  async instruct(tx: Transaction, payment: PaymentToExecute): Promise<void> {
    const { paymentId, product, currency, amount } = payment;
    const [today, now] = [this.clock.today(), this.clock.now()];
    const { answerWithin } = schemeOfPayment(product);
    const answerBy = 'seconds' in answerWithin ? new Date(now.getTime() + answerWithin.seconds * 1_000) : null;
    const answerDay = 'businessDays' in answerWithin ? this.calendar.businessDaysAfter(answerWithin.businessDays, currency, today) : null;
    await tx.rows(
      instructClearing,
      paymentId,
      product,
      currency,
      amount,
      JSON.stringify(clearingMessage(payment)),
      today,
      now,
      answerBy,
      answerDay,
      this.clock.timeZone,
    );
    markFaultPoint(tx, 'clearing told', paymentId);
  }

  /** The creditor's bank has the money. False: it has been answered before. */
  accepted(instructionId: string, besides?: Besides): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const instruction = await tx.row(answerInstruction, instructionId, 'INSTRUCTED', 'ACCEPTED', null, this.clock.now());
      if (!instruction) return false;
      await this.end(tx, instruction.paymentId, 'ACSC', null);
      await besides?.(tx, instruction.paymentId);
      return true;
    });
  }

  /** It never got there: amount and fee are given back by a counter-posting. */
  rejected(instructionId: string, reason: PaymentReason, besides?: Besides): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const instruction = await tx.row(answerInstruction, instructionId, 'INSTRUCTED', 'REJECTED', reason, this.clock.now());
      if (!instruction) return false;
      const { paymentId } = instruction;
      const { postingId } = (await this.ledger.find(tx, paymentId, 'PAYMENT'))!;
      await this.ledger.reverse(tx, postingId, 'PAYMENT_REJECTED', paymentId, {
        bankTransactionCode: 'PMNT-ICDT-RRTN',
        additionalInformation: reason,
      });
      await this.end(tx, paymentId, 'RJCT', reason);
      await besides?.(tx, paymentId);
      return true;
    });
  }

  /** It got there and came back: the payment stays what it was, and its amount is credited with the value date of its debit. */
  returned(instructionId: string, reason: PaymentReason, besides?: Besides): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const instruction = await tx.row(answerInstruction, instructionId, 'ACCEPTED', 'RETURNED', reason, this.clock.now());
      if (!instruction) return false;
      const { paymentId, accountId, currency, amount, endToEndId, creditorName } = instruction;
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
      await besides?.(tx, paymentId);
      return true;
    });
  }

  private async end(tx: Transaction, paymentId: string, to: 'ACSC' | 'RJCT', reason: PaymentReason | null): Promise<void> {
    const moved = await this.life.move(tx, paymentId, 'ACSP', to, reason);
    if (!moved) throw new Error(`payment ${paymentId} waits for no answer of clearing`);
    markFaultPoint(tx, 'payment settled', paymentId);
  }
}
