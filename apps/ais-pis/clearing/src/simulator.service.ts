import { ServiceSettings } from '@open-banking/config';
import { Injectable } from '@nestjs/common';
import { BankClock, Database } from '@open-banking/database';
import type { BackgroundWorker } from '@open-banking/commands';
import { RecoveryWatchService } from './recovery/recovery-watch.service.js';
import { RecurringWork } from '@open-banking/http';
import { WhenDue } from '@open-banking/service';
import { type PaymentReason, ClearingService } from '@open-banking/ais-pis-payments';
import { LedgerSettings } from '@open-banking/ais-pis-ledger';
import { ClearingRecord } from './clearing-record.js';
import { instructionsOfIds, instructionsToReceive, type InstructionRow } from './clearing-file.statements.js';
import { answersDue, clearingWork, forgetReturn, planReturn, returnsDue, type DueAnswer } from './simulator.statements.js';

/** An instruction is answered within a second. */
const pollIntervalMs = 900;
const batchSize = 200;
const concurrency = 5;
const pageSize = 500;
/** An instruction may be committed after one with a higher id, because ids are assigned when a transaction writes. */
const overlapMs = 30_000;

/**
 * The sandbox's clearing: reads the bank's instructions and answers them through the same service as a real connector. It
 * records them in its own file, which restoring the bank's database does not undo. Any replica may answer.
 */
@Injectable()
export class ClearingSimulatorService implements BackgroundWorker {
  #record: ClearingRecord | undefined;
  #hasRead = false;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly clearing: ClearingService,
    private readonly watch: RecoveryWatchService,
    private readonly settings: ServiceSettings,
    private readonly ledgerSettings: LedgerSettings,
  ) {}

  async startWork(): Promise<void> {
    const { recordFile } = this;
    if (this.settings.sandbox && recordFile !== undefined) this.#record = new ClearingRecord(recordFile);
  }

  /** All instructions this clearing ever received, at any replica. */
  received(from: number): readonly InstructionRow[] {
    const { recordFile } = this;
    return recordFile === undefined ? [] : new ClearingRecord(recordFile).page(from, pageSize);
  }

  /** Where the core keeps the books it answers, and nobody in its place. */
  get answers(): boolean {
    return this.settings.sandbox && this.ledgerSettings.ledger === 'own';
  }

  private get recordFile(): string | undefined {
    return this.watch.base === undefined ? undefined : `${this.watch.base}.clearing.ndjson`;
  }

  /** Answers every instruction that is due, also when the clock has moved. A failure does not hold up the others. */
  @WhenDue()
  @RecurringWork('simulate-clearing', {
    everyMs: ({ answers }: ClearingSimulatorService) => (answers ? pollIntervalMs : undefined),
  })
  async answerDue(): Promise<void> {
    if (!this.answers || this.watch.isOpen) return;
    const { hasInstructions, hasReturns } = (await this.database.row(clearingWork, this.clock.today(), this.clock.now()))!;
    if (!hasInstructions && !hasReturns) return;
    await this.#receive();
    const failed = [...(await this.#answer()), ...(await this.#return())];
    if (failed.length > 0) throw failed[0];
  }

  /** The first run reads all unanswered instructions, later runs the recent ones. `#answer` records any that are missed here. */
  async #receive(): Promise<void> {
    if (!this.#record) return;
    for (let after = this.#hasRead ? firstIdOf(Date.now() - overlapMs) : firstIdOf(0); ;) {
      const instructions = await this.database.rows(instructionsToReceive, after, pageSize);
      await this.#keep(instructions);
      if (instructions.length < pageSize) break;
      after = instructions.at(-1)!.instructionId;
    }
    this.#hasRead = true;
  }

  async #keep(instructions: readonly InstructionRow[]): Promise<void> {
    await this.watch.noteInstruction(instructions.at(-1)?.instructionId);
    this.#record?.receive(instructions);
  }

  async #answer(): Promise<unknown[]> {
    const failed: unknown[] = [];
    let due: DueAnswer[];
    let after: string | null = null;
    do {
      due = await this.database.rows(answersDue, this.clock.today(), this.clock.now(), after, batchSize);
      const missed = this.#record
        ? due.filter(({ instructionId }) => !this.#record!.has(instructionId)).map(({ instructionId }) => instructionId)
        : [];
      if (missed.length > 0) await this.#keep(await this.database.rows(instructionsOfIds, missed));
      failed.push(...(await eachOf(due, (one) => this.#answerOne(one))));
      after = due.at(-1)?.instructionId ?? null;
    } while (due.length === batchSize);
    return failed;
  }

  /** Repeats the recorded answer, which a restored database may have lost; otherwise follows the rules. */
  async #answerOne({ instructionId, ...ruled }: DueAnswer): Promise<void> {
    const { answer, reason } = this.#record?.answerTo(instructionId) ?? ruled;
    if (answer === 'rejected') {
      await this.clearing.rejected(instructionId, reason as PaymentReason);
    } else {
      const dueAt = new Date(this.clock.now().getTime() + ruled.afterMs);
      if (answer === 'returned') await this.database.rows(planReturn, instructionId, reason as PaymentReason, dueAt);
      await this.clearing.accepted(instructionId);
    }
    this.#record?.answered(instructionId, answer === 'rejected' ? { answer, reason } : { answer: 'accepted', reason: null });
  }

  async #return(): Promise<unknown[]> {
    const due = await this.database.rows(returnsDue, this.clock.now(), batchSize);
    return eachOf(due, async ({ instructionId, reason }) => {
      await this.clearing.returned(instructionId, reason);
      this.#record?.answered(instructionId, { answer: 'returned', reason });
      await this.database.rows(forgetReturn, instructionId);
    });
  }
}

/** The lowest id (UUID version 7, RFC 9562) of a millisecond. */
function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Runs `work` for all items, a few at a time; returns the errors. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (let at = 0; at < all.length; at += concurrency) {
    const done = await Promise.allSettled(all.slice(at, at + concurrency).map(work));
    failed.push(...done.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown));
  }
  return failed;
}
