import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { omitNullish, Refusal } from '@open-banking/messages';
import { recoveryInternal } from '@open-banking/spec';
import { LedgerService } from '../ledger/ledger.service.js';
import { lockPayment, type PaymentToExecute } from '../payments/execution/execution.statements.js';
import { legsOf } from '../payments/execution/payment-legs.js';
import { PaymentStateMachine } from '../payments/payment-state-machine.service.js';
import { insertPayment } from '../payments/payments.statements.js';
import { initialStatus } from '../payments/payment.js';
import { pathToClearing, requestOf } from './recovered-payment.js';
import type { ReceivedInstruction, RecoveryState, Taken } from './recovery.messages.js';
import {
  allowInRecovery,
  debtorByIban,
  endRecovery,
  insertLostClient,
  insertLostInstruction,
  noteRecovered,
  openRecovery,
  paymentOfInstruction,
  settleDebtor,
  type RecoveryRow,
} from './recovery.statements.js';

/** Why an instruction cannot be taken in: what was done for it is undone. */
class Problem extends Error {}
const unknownClient = 'unknown';

/** Takes in what clearing had received and a restored database does not know. Nothing else moves money meanwhile. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly life: PaymentStateMachine,
    private readonly audit: AuditService,
  ) {}

  async state(): Promise<RecoveryState> {
    const open = await this.database.row(openRecovery);
    if (!open) return { state: 'none' };
    const { recoveryNumber, reason, detectedAt, taken, problems } = open;
    return { state: 'open', recoveryNumber, reason, detectedAt, recovered: taken, problems };
  }

  /** Each instruction takes effect once, however often it is given. What cannot be booked is written down, its end-to-end id too. */
  async take(instructionId: string, operator: string, given: ReceivedInstruction): Promise<Taken> {
    const { paymentId } = given;
    const note = (tx: Transaction, recovery: RecoveryRow, problem: string | null) => {
      const {
        paymentIdentification: { endToEndIdentification },
        initiatingParty,
      } = given.message;
      const endToEndId = endToEndIdentification === 'NOTPROVIDED' ? null : (endToEndIdentification ?? null);
      return tx.rows(
        noteRecovered,
        instructionId,
        paymentId,
        recovery.recoveryNumber,
        initiatingParty ?? null,
        endToEndId,
        problem,
        operator,
        this.clock.now(),
      );
    };
    try {
      return await this.inRecovery(async (tx, recovery) => {
        if (await tx.row(paymentOfInstruction, instructionId)) return { instructionId, paymentId, outcome: 'known' };
        await this.bookAgain(tx, instructionId, given);
        await note(tx, recovery, null);
        await this.audit.record(tx, { operation: recoveryInternal.takeInstruction.id, operator, subject: paymentId });
        markFaultPoint(tx, 'instruction recovered', paymentId);
        return { instructionId, paymentId, outcome: 'recovered' };
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await this.inRecovery((tx, recovery) => note(tx, recovery, error.message));
      return { instructionId, paymentId, outcome: 'problem', problem: error.message };
    }
  }

  /** Money moves again. With problems only where the operator says so: each is then an operator's to put right. */
  end(operator: string, despiteProblems: boolean): Promise<RecoveryState> {
    return this.inRecovery(async (tx, { recoveryNumber, problems }) => {
      if (problems > 0 && !despiteProblems) {
        throw new Refusal([
          {
            code: 'STATUS_INVALID',
            text: `${problems} instructions could not be taken in: put them right and give them again, or end the recovery despite problems.`,
          },
        ]);
      }
      await tx.rows(endRecovery, recoveryNumber, operator, new Date());
      await this.audit.record(tx, { operation: recoveryInternal.endRecovery.id, operator, subject: String(recoveryNumber) });
      return { state: 'none' };
    });
  }

  private inRecovery<T>(work: (tx: Transaction, recovery: RecoveryRow) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const open = await tx.row(openRecovery);
      if (!open) throw new Refusal([{ code: 'STATUS_INVALID', text: 'Nothing is being recovered.' }]);
      await tx.rows(allowInRecovery);
      return work(tx, open);
    });
  }

  /** Debits the payment as it was debited, and leaves it where clearing's answer is waited for. */
  private async bookAgain(tx: Transaction, instructionId: string, given: ReceivedInstruction): Promise<void> {
    const { paymentId, product, message, instructedOn, instructedAt } = given;
    const { amount, currency } = message.interbankSettlementAmount;
    const debtor = await tx.row(debtorByIban, message.debtorAccount.iban);
    if (!debtor) throw new Problem('AC01: the account that was debited does not exist.');
    if (!(await tx.row(lockPayment, paymentId))) await this.insertLost(tx, given);
    await tx.rows(settleDebtor, paymentId, debtor.accountId, instructedOn);
    const payment = (await tx.row(lockPayment, paymentId))!;
    const path = pathToClearing(payment.status);
    if (!path) throw new Problem(`The payment is ${payment.status}, and clearing was told to pay it.`);
    await this.debit(tx, payment);
    await this.life.follow(tx, paymentId, path);
    await tx.rows(
      insertLostInstruction,
      instructionId,
      paymentId,
      product,
      currency,
      amount,
      JSON.stringify(message),
      instructedOn,
      instructedAt,
      this.clock.now(),
    );
  }

  /** Whatever its creditor is, it went through clearing. */
  private async debit(tx: Transaction, payment: PaymentToExecute): Promise<void> {
    const legs = legsOf({ ...payment, creditorAccountId: null, creditorCurrency: null });
    const posted = await this.ledger.post(tx, {
      kind: 'PAYMENT',
      subject: payment.paymentId,
      legs,
      releasesReservation: payment.status === 'ACFC',
    });
    if ('refused' in posted) throw new Problem(`${posted.refused}: the account cannot be debited.`);
  }

  /** A payment that was asked for after the backup. Its fee is not known: the bank bears it. */
  private async insertLost(tx: Transaction, { paymentId, product, message }: ReceivedInstruction): Promise<void> {
    const {
      initiatingParty = unknownClient,
      interbankSettlementAmount: { amount, currency },
    } = message;
    const now = this.clock.now();
    await tx.rows(insertLostClient, initiatingParty, now);
    await tx.rows(
      insertPayment,
      paymentId,
      initiatingParty,
      product,
      JSON.stringify(omitNullish(requestOf(message))),
      currency,
      amount,
      null,
      initialStatus,
      now,
      now,
    );
  }
}
