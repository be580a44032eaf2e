import { Injectable } from '@nestjs/common';
import { Audit } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import { Calendar } from '../calendar/calendar.service.js';
import { durationMs } from '../clock/duration.js';
import { ClearingService } from '../payments/execution/clearing.service.js';
import { schemeOf } from '../payments/scheme.js';
import type { ClearingAnswer, ClearingRule, ClearingRuleRequest, Instruction, InstructionPage, InstructionsAsked } from './clearing.messages.js';
import { addClearingRule, clearingRules, instructionsOfDay, instructionState, removeClearingRules, totalsOfDay, unanswered, type InstructionRow } from './clearing-file.statements.js';

const pageOf = 500;
const longestMs = 366 * 86_400_000;

/** What the bank has told clearing, for those who carry it there: the file of a day, what waits for an answer, and the answers. */
@Injectable()
export class ClearingFile {
  constructor(
    private readonly database: Database, private readonly clock: BankClock, private readonly clearing: ClearingService, private readonly calendar: Calendar,
    private readonly audit: Audit,
  ) {}

  list({ of, product, after }: InstructionsAsked): Promise<InstructionPage> {
    const which = [product ?? null, after ?? null] as const;
    return of === 'unanswered' ? this.open(...which) : this.ofDay(of === 'today' ? this.clock.today() : of, ...which);
  }

  /** Takes effect once: the same answer again changes nothing, another one is refused. */
  async answer(instructionId: string, given: ClearingAnswer, operator?: string): Promise<{ state: string }> {
    const reason = 'reason' in given ? given.reason : undefined;
    const record = (tx: Transaction, subject: string) => this.audit.record(tx, { operation: clearingInternal.answerInstruction.id, operator, subject });
    if (given.answer === 'accepted') await this.clearing.accepted(instructionId, record);
    else if (given.answer === 'rejected') await this.clearing.rejected(instructionId, reason!, record);
    else await this.clearing.returned(instructionId, reason!, record);
    const found = await this.database.row(instructionState, instructionId);
    if (!found) throw new Refusal('RESOURCE_UNKNOWN');
    const answered = found.state.toLowerCase();
    // What was accepted and has come back since was accepted all the same.
    if (answered !== given.answer && !(given.answer === 'accepted' && answered === 'returned')) throw new Refusal('STATUS_INVALID');
    return found;
  }

  rules(): Promise<ClearingRule[]> {
    return this.database.rows(clearingRules);
  }

  async addRule(rule: ClearingRuleRequest): Promise<{ ruleId: string }> {
    const afterMs = durationMs(rule.after ?? 'PT0S');
    if (afterMs === undefined || afterMs > longestMs) throw new Refusal([{ code: 'FORMAT_ERROR', path: '/after', text: 'Must be a duration of at most a year, such as PT30S or P2D.' }]);
    const reason = 'reason' in rule ? rule.reason : null;
    return (await this.database.row(addClearingRule, rule.answer, reason, afterMs, rule.product ?? null, rule.creditor ?? null, rule.amountFrom ?? null))!;
  }

  async removeRule(ruleId: string): Promise<undefined> {
    const removed = await this.database.rows(removeClearingRules, ruleId);
    if (removed.length === 0 && ruleId !== 'all') throw new Refusal('RESOURCE_UNKNOWN');
    return undefined;
  }

  private async open(product: string | null, after: string | null): Promise<InstructionPage> {
    return this.paged(await this.database.rows(unanswered, this.clock.today(), product, after, pageOf));
  }

  /** The sums stand on the first page. */
  private async ofDay(date: string, product: string | null, after: string | null): Promise<InstructionPage> {
    const page = this.paged(await this.database.rows(instructionsOfDay, date, product, after, pageOf));
    return { date, ...(after === null && { totals: await this.database.rows(totalsOfDay, date, product) }), ...page };
  }

  private paged(rows: readonly InstructionRow[]): InstructionPage {
    return { instructions: rows.map((row) => this.shown(row)), next: rows.length === pageOf ? rows.at(-1)!.instructionId : undefined };
  }

  private shown(row: InstructionRow): Instruction {
    return { ...row, settlementDate: this.calendar.settlementDay(schemeOf(row.product)!.settlement, row.currency, row.instructedOn) };
  }
}
