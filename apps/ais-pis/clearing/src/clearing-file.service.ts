import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type {
  ClearingAnswer,
  ClearingRule,
  ClearingRuleRequest,
  Instruction,
  InstructionPage,
  InstructionsQuery,
} from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { omitNullish, Refusal, durationMs } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import { CalendarService, bookingKinds, LedgerSettings } from '@open-banking/ais-pis-ledger';
import { ClearingService, isInvestigated, refuseUnknownProducts, PaymentProducts } from '@open-banking/ais-pis-payments';
import { RecoveryWatchService } from './recovery/recovery-watch.service.js';
import { BookingAnswersService } from './booking-answers.service.js';
import { accountNumber, refuseUnusableAccount, reasonFor } from './clearing.messages.js';
import {
  addClearingRule,
  clearingRules,
  instructionsOfDay,
  instructionState,
  lateInstructions,
  removeClearingRules,
  totalsOfDay,
  unansweredInstructions,
  type InstructionRow,
} from './clearing-file.statements.js';
import { noteClearingContradiction } from './investigations.statements.js';

const pageSize = 500;
const maxRuleDelayMs = 366 * 86_400_000;

/** The bank's side of clearing, for the connector: lists of instructions, and the answers to them. */
@Injectable()
export class ClearingFileService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly clearing: ClearingService,
    private readonly calendar: CalendarService,
    private readonly products: PaymentProducts,
    private readonly audit: AuditService,
    private readonly watch: RecoveryWatchService,
    private readonly bookings: BookingAnswersService,
    private readonly ledgerSettings: LedgerSettings,
  ) {}

  async list({ of, product, after }: InstructionsQuery): Promise<InstructionPage> {
    // Of what the core is told besides payments, the kind stands where a payment has its product.
    refuseUnknownProducts(this.products, { '/product': product }, this.ledgerSettings.ledger === 'core' ? bookingKinds : []);
    const which = [product ?? null, after ?? null] as const;
    if (of === 'late') return this.late(...which);
    return of === 'unanswered' ? this.open(...which) : this.ofDay(of === 'today' ? this.clock.today() : of, ...which);
  }

  /** Idempotent: repeating an answer changes nothing; a different answer is refused. */
  async answer(instructionId: string, given: ClearingAnswer, operator?: string): Promise<{ state: string }> {
    const reason = reasonFor(given);
    const record = (tx: Transaction, subject: string) =>
      this.audit.record(tx, { operation: clearingInternal.answerInstruction.id, operator, subject });
    if (given.answer === 'accepted') await this.clearing.accepted(instructionId, record);
    else if (given.answer === 'rejected') await this.clearing.rejected(instructionId, reason!, record);
    else await this.clearing.returned(instructionId, reason!, record);
    const found = await this.database.row(instructionState, instructionId);
    if (!found) {
      const booking = await this.bookings.find(instructionId);
      if (booking) return this.bookings.answer(booking, given, operator);
      throw new Refusal('RESOURCE_UNKNOWN');
    }
    const answered = found.state.toLowerCase();
    // A returned payment was accepted before, so repeating `accepted` is no contradiction.
    if (answered !== given.answer && !(given.answer === 'accepted' && answered === 'returned'))
      throw await this.contradiction(instructionId, given.answer, reason, operator);
    return { state: found.state };
  }

  rules(): Promise<ClearingRule[]> {
    return this.database.rows(clearingRules);
  }

  async addRule(rule: ClearingRuleRequest): Promise<{ ruleId: string }> {
    refuseUnknownProducts(this.products, { '/product': rule.product });
    if (rule.creditor !== undefined) refuseUnusableAccount(rule.creditor);
    const afterMs = durationMs(rule.after ?? 'PT0S');
    if (afterMs === undefined || afterMs > maxRuleDelayMs)
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/after', text: 'Must be a duration of at most a year, such as PT30S or P2D.' }]);
    const reason = reasonFor(rule);
    return (await this.database.row(
      addClearingRule,
      rule.answer,
      reason,
      afterMs,
      rule.product ?? null,
      rule.creditor === undefined ? null : accountNumber(rule.creditor),
      rule.amountFrom ?? null,
    ))!;
  }

  async removeRule(ruleId: string): Promise<undefined> {
    const removed = await this.database.rows(removeClearingRules, ruleId);
    if (removed.length === 0 && ruleId !== 'all') throw new Refusal('RESOURCE_UNKNOWN');
    return undefined;
  }

  private async open(product: string | null, after: string | null): Promise<InstructionPage> {
    return this.paged(await this.database.rows(unansweredInstructions, this.clock.today(), product, after, pageSize));
  }

  private async late(product: string | null, after: string | null): Promise<InstructionPage> {
    return this.paged(await this.database.rows(lateInstructions, this.clock.now(), this.clock.today(), product, after, pageSize));
  }

  /** A contradicting answer moves no money. If it contradicts an operator's resolution, it is recorded for investigation. */
  private async contradiction(instructionId: string, answer: string, reason: string | null, operator?: string): Promise<Refusal> {
    const kept = await this.database.transaction(async (tx) => {
      const noted = await tx.row(noteClearingContradiction, instructionId, answer.toUpperCase(), reason, this.clock.now());
      if (noted) await this.audit.record(tx, { operation: clearingInternal.answerInstruction.id, operator, subject: noted.paymentId });
      return noted;
    });
    return new Refusal([
      {
        code: 'STATUS_INVALID',
        text: kept
          ? `An operator has resolved this instruction as ${kept.state}. The answer is recorded for the operators and moves no money.`
          : 'The instruction already has a different answer, or cannot be returned because it was not accepted.',
      },
    ]);
  }

  /** Only the first page has totals. */
  private async ofDay(date: string, product: string | null, after: string | null): Promise<InstructionPage> {
    const page = await this.paged(await this.database.rows(instructionsOfDay, date, product, after, pageSize));
    return { date, ...(after === null && { totals: await this.database.rows(totalsOfDay, date, product) }), ...page };
  }

  /** Notes the newest instruction handed out, so that recovery detects its loss. */
  private async paged(rows: readonly InstructionRow[]): Promise<InstructionPage> {
    await this.watch.noteInstruction(rows.at(-1)?.instructionId);
    return { instructions: rows.map((row) => this.shown(row)), next: rows.length === pageSize ? rows.at(-1)!.instructionId : undefined };
  }

  private shown({ paymentId, collectionId, ...row }: InstructionRow): Instruction {
    const { answerBy, state, kind } = row;
    return {
      ...row,
      ...omitNullish({ paymentId, collectionId }),
      answerBy: answerBy.toISOString(),
      late: state === 'INSTRUCTED' && isInvestigated({ answerBy }, this.clock.now()),
      ...(kind === 'payment' && {
        settlementDate: this.calendar.settlementDay(this.products.daysOf(row.product), row.currency, row.instructedOn),
      }),
    };
  }
}
