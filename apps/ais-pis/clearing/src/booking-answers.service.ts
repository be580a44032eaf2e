import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { ClearingAnswer } from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import { mayBeRefused, answerBooking, bookingById, type BookingRow, LedgerService } from '@open-banking/ais-pis-ledger';
import { HeldFundsService } from '@open-banking/ais-pis-payments';
import { reasonFor } from './clearing.messages.js';

const contradiction = 'The instruction already has a different answer.';

/** What the core answers to instructions that are no payments. Each answer takes effect once, however often it arrives. */
@Injectable()
export class BookingAnswersService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly held: HeldFundsService,
    private readonly audit: AuditService,
  ) {}

  find(instructionId: string): Promise<BookingRow | undefined> {
    return this.database.row(bookingById, instructionId);
  }

  /** Idempotent: repeating an answer changes nothing; a different answer is refused. */
  async answer({ instructionId, kind }: BookingRow, given: ClearingAnswer, operator?: string): Promise<{ state: string }> {
    const reason = reasonFor(given);
    if (given.answer === 'returned' || (given.answer === 'rejected' && !mayBeRefused(kind)))
      throw new Refusal([{ code: 'STATUS_INVALID', text: `A ${kind} cannot be ${given.answer}.` }]);
    const state = given.answer.toUpperCase();
    await this.database.transaction(async (tx) => {
      const answered = await tx.row(answerBooking, instructionId, state, reason, this.clock.today(), this.clock.now());
      if (!answered) return;
      if (reason !== null) await this.refuse(tx, answered, reason);
      await this.audit.record(tx, { operation: clearingInternal.answerInstruction.id, operator, subject: answered.subject });
      markFaultPoint(tx, 'core answered', answered.subject);
    });
    const found = (await this.find(instructionId))!;
    if (found.state !== state) throw new Refusal([{ code: 'STATUS_INVALID', text: contradiction }]);
    return { state };
  }

  /** What was reserved here for it is free again. */
  private async refuse(tx: Transaction, { kind, subject }: Pick<BookingRow, 'kind' | 'subject'>, reason: string): Promise<void> {
    await (kind === 'hold' ? this.held.refused(tx, subject, reason) : this.ledger.release(tx, subject));
  }
}
