import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { ReceivedInstruction, RecoveryOutcome, RecoveryState } from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { omitNullish, Refusal } from '@open-banking/messages';
import { recoveryInternal } from '@open-banking/spec';
import { LedgerService } from '@open-banking/ais-pis-ledger';
import {
  lockPayment,
  type PaymentToExecute,
  paymentLegs,
  PaymentProducts,
  PaymentStateMachine,
  insertPayment,
  initialStatus,
} from '@open-banking/ais-pis-payments';
import { pathToClearing, recoveredRequest } from './recovered-payment.js';
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

/** Why an instruction cannot be recovered; rolls its transaction back. */
class Problem extends Error {}
const unknownClient = 'unknown';

/** Recovers instructions that clearing received but the restored database does not contain. No other money moves meanwhile. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly stateMachine: PaymentStateMachine,
    private readonly audit: AuditService,
    private readonly products: PaymentProducts,
  ) {}

  async state(): Promise<RecoveryState> {
    const open = await this.database.row(openRecovery);
    if (!open) return { state: 'none' };
    const { recoveryNumber, reason, detectedAt, taken, problems } = open;
    return { state: 'open', recoveryNumber, reason, detectedAt, recovered: taken, problems };
  }

  /** Idempotent per instruction. An instruction that cannot be booked is recorded as a problem, with its end-to-end id. */
  async take(instructionId: string, operator: string, given: ReceivedInstruction): Promise<RecoveryOutcome> {
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

  /** Lets money move again. If there are problems, only with `despiteProblems`; operators must then correct each of them. */
  end(operator: string, despiteProblems: boolean): Promise<RecoveryState> {
    return this.inRecovery(async (tx, { recoveryNumber, problems }) => {
      if (problems > 0 && !despiteProblems) {
        throw new Refusal([
          {
            code: 'STATUS_INVALID',
            text: `${problems} instructions could not be recovered: correct the causes and submit them again, or end the recovery despite problems.`,
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
      if (!open) throw new Refusal([{ code: 'STATUS_INVALID', text: 'No recovery is open.' }]);
      await tx.rows(allowInRecovery);
      return work(tx, open);
    });
  }

  /** Debits the payment again and moves it to the status in which it waits for clearing's answer. */
  private async bookAgain(tx: Transaction, instructionId: string, given: ReceivedInstruction): Promise<void> {
    const { paymentId, product, message, instructedOn, instructedAt } = given;
    const { amount, currency } = message.interbankSettlementAmount;
    const debtor = await tx.row(debtorByIban, message.debtorAccount.iban);
    if (!debtor) throw new Problem('AC01: the debited account does not exist.');
    if (!(await tx.row(lockPayment, paymentId))) await this.insertLost(tx, given);
    await tx.rows(settleDebtor, paymentId, debtor.accountId, instructedOn);
    const payment = (await tx.row(lockPayment, paymentId))!;
    const path = pathToClearing(payment.status);
    if (!path) throw new Problem(`The payment is ${payment.status}, but clearing was instructed to pay it.`);
    await this.debit(tx, payment);
    await this.stateMachine.follow(tx, paymentId, path);
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

  /** Books against clearing even if the creditor's account is now at this bank. */
  private async debit(tx: Transaction, payment: PaymentToExecute): Promise<void> {
    const scheme = this.products.schemeOfPayment(payment.product);
    const legs = paymentLegs({ ...payment, creditorAccountId: null, creditorCurrency: null }, scheme);
    const posted = await this.ledger.post(tx, {
      kind: 'PAYMENT',
      subject: payment.paymentId,
      legs,
      releasesReservation: payment.status === 'ACFC',
    });
    if ('refused' in posted) throw new Problem(`${posted.refused}: the account cannot be debited.`);
  }

  /** Creates a payment that was requested after the backup. Its fee is unknown, so the bank bears it. */
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
      JSON.stringify(omitNullish(recoveredRequest(message))),
      currency,
      amount,
      null,
      initialStatus,
      now,
      now,
    );
  }
}
