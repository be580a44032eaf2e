import { Injectable } from '@nestjs/common';
import { BankClock, type StateMachine, type StatusBefore, type Transaction } from '@open-banking/database';
import type { Service } from '@open-banking/spec';
import type { StepProgress, StepStatus, transitions } from './erasure-step.js';
import { askErasure, askSteps, endErasure, lockErasure, noteStep, type DueStep } from './erasures.statements.js';

/** A step, with the round in which it was taken. */
type StepKey = Pick<DueStep, 'psuId' | 'service' | 'round'>;

/** A service that is down or has an obstacle is asked again after this. */
const retrySeconds = 5;

/** The only place where erasures and their steps change. An erasure ends with its last step. */
@Injectable()
export class ErasureStateMachine implements StateMachine<typeof transitions, [progress: StepProgress], StepKey> {
  constructor(private readonly clock: BankClock) {}

  /** Begins an erasure, or begins it again: the steps of all these services are due. */
  async begin(tx: Transaction, psuId: string, operator: string, services: readonly Service[]): Promise<void> {
    await tx.rows(askErasure, psuId, operator, this.clock.now());
    await tx.rows(askSteps, psuId, services, this.clock.today());
  }

  /** Returns false if a later request has begun the erasure again: then the step stays due, and only what was erased is noted. */
  async move<To extends StepStatus>(
    tx: Transaction,
    step: StepKey,
    _from: StatusBefore<typeof transitions, To>,
    to: To,
    progress: StepProgress,
  ): Promise<boolean> {
    const dueOn = { due: this.clock.today(), kept: progress.keptUntil, done: null }[to];
    return this.note(tx, step, progress, dueOn, retrySeconds);
  }

  /**
   * Notes what a service has answered for a step that stays due. `goesOn`: it is asked again at once, and another process takes the step only
   * if this one dies. Returns false if a later request has begun the erasure again.
   */
  stay(tx: Transaction, step: StepKey, progress: StepProgress, goesOn: boolean): Promise<boolean> {
    return this.note(tx, step, progress, this.clock.today(), goesOn ? 3 * retrySeconds : retrySeconds);
  }

  /** In one transaction with the end of the erasure: nothing would come back to one that has neither a step that is due nor an end. */
  private async note(
    tx: Transaction,
    { psuId, service, round }: StepKey,
    { erased, obstacles, problem }: StepProgress,
    dueOn: string | null,
    againAfterSeconds: number,
  ): Promise<boolean> {
    // One after the other, so that the last one sees the steps of all.
    await tx.row(lockErasure, psuId);
    const noted = await tx.row(
      noteStep,
      psuId,
      service,
      round,
      JSON.stringify(erased),
      JSON.stringify(obstacles),
      problem,
      dueOn,
      againAfterSeconds,
    );
    await tx.row(endErasure, psuId, this.clock.now());
    return noted?.isLastRound === true;
  }
}
