import { Injectable } from '@nestjs/common';
import { AuditService, JobHandler, JobsService } from '@open-banking/commands';
import { ExecutionCheckAnswer, executionChecksContracts, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import { executionChecksInternal } from '@open-banking/spec';
import { executePayment } from '../execute-payment.js';
import type { PaymentReason } from '../payment-reason.js';
import { PaymentProducts, type Scheme } from '../payment-products.js';
import { endChecks, type EndChecks } from './check-jobs.js';
import { CheckReports } from './check-reports.service.js';
import { ExecutionCheckSettings } from './checks.settings.js';
import { decideCheck, lockCheck, lockOverdueChecks, noteAnswer, noteCheckContradiction, type CheckRow } from './checks.statements.js';
import { effectOf, outcomeAfterTime, stateOf, type CheckState, type Effect } from './execution-check.js';
import { addEnd } from './screening.service.js';

/** A decision on a check, by whom and why. */
export interface CheckDecision {
  readonly state: Exclude<CheckState, 'ASKED'>;
  readonly by: 'port' | 'time-out' | 'operator';
  readonly reason?: PaymentReason | undefined;
  readonly note?: string | undefined;
}

const batchSize = 50;

/** What becomes of checks: an answer, however late, or the end of their time. What is decided is executed, or rejected, by the payment's own job. */
@Injectable()
export class CheckAnswersService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
    private readonly reports: CheckReports,
    private readonly settings: ExecutionCheckSettings,
    private readonly products: PaymentProducts,
  ) {}

  /** The port's answer to an operation of its own, for what it did not answer at once. */
  @ServesInternal(executionChecksContracts.answerExecutionCheck)
  async answerLater({ params: { checkId = '' }, body, operator }: InternalRequest<ExecutionCheckAnswer>): Promise<{ decision: string }> {
    const effect = await this.answer(checkId, body, operator);
    if (effect === 'void')
      throw new Refusal([{ code: 'STATUS_INVALID', text: 'The payment has changed since; another check asks about it as it is now.' }]);
    if (effect === 'contradicts')
      throw new Refusal([{ code: 'STATUS_INVALID', text: 'This check is decided otherwise. The first answer stands; this one is noted.' }]);
    return { decision: body.decision };
  }

  /** Stores an answer once. Repeating it changes nothing; one that says otherwise is noted, and changes nothing either. */
  async answer(checkId: string, answer: ExecutionCheckAnswer, operator?: string): Promise<Effect> {
    const effect = await this.database.transaction(async (tx) => {
      const check = await tx.row(lockCheck, checkId);
      if (!check) throw new Refusal('RESOURCE_UNKNOWN', { checkId });
      if (check.factsHash !== answer.factsHash)
        throw new Refusal([{ code: 'FORMAT_ERROR', path: '/factsHash', text: 'This is not the factsHash of the request.' }]);
      const found = await this.take(tx, check, answer);
      if (operator !== undefined && found !== 'known')
        await this.audit.record(tx, { operation: executionChecksInternal.answerExecutionCheck.id, operator, subject: check.paymentId });
      return found;
    });
    if (effect === 'takes effect') this.reports.count(answer.decision);
    if (effect === 'contradicts') this.reports.contradicted(checkId);
    return effect;
  }

  private async take(tx: Transaction, check: CheckRow, { decision, reason: given, note }: ExecutionCheckAnswer): Promise<Effect> {
    const { checkId, answer: before } = check;
    const reason = decision === 'refuse' ? (given ?? 'MS03') : null;
    const effect = effectOf(check, decision, reason);
    if (effect === 'contradicts') await tx.rows(noteCheckContradiction, checkId, reason ?? decision, this.clock.now());
    else if (before === null && effect !== 'void') await tx.rows(noteAnswer, checkId, decision, reason);
    if (effect === 'takes effect')
      await this.decide(tx, check, { state: stateOf[decision], by: 'port', reason: reason ?? undefined, note });
    return effect;
  }

  /** In the caller's transaction, which has locked the check. */
  async decide(tx: Transaction, check: CheckRow, { state, by, reason, note }: CheckDecision): Promise<void> {
    const now = this.clock.now();
    const dueBy = state === 'HELD' ? endOfScheme(check, this.products.schemeOf(check.product)) : null;
    await tx.rows(decideCheck, check.checkId, state, by, reason ?? null, note ?? null, dueBy, now);
    if (dueBy) await addEnd(this.jobs, tx, dueBy, now);
    if (state !== 'HELD') await this.jobs.add(tx, executePayment, { paymentId: check.paymentId });
    markFaultPoint(tx, 'payment checked', check.paymentId);
  }

  @JobHandler(endChecks)
  async endWhenOver({ by }: EndChecks): Promise<void> {
    const [now, end] = [this.clock.now(), new Date(by)];
    if (now >= end) return this.endOverdue();
    // The database's clock is ahead of this machine's.
    await this.database.transaction((tx) => addEnd(this.jobs, tx, end, now));
  }

  /** Those that were not answered in time, and instant payments that were held until their scheme's time was over. */
  @WhenDue()
  async endOverdue(): Promise<void> {
    let ended: readonly CheckRow[];
    do {
      ended = await this.database.transaction(async (tx) => {
        const overdue = await tx.rows(lockOverdueChecks, this.clock.now(), batchSize);
        for (const check of overdue) await this.decide(tx, check, this.afterTime(check));
        return overdue;
      });
      for (const { state } of ended) this.reports.count(state === 'HELD' ? 'hold-ended' : 'time-out');
    } while (ended.length === batchSize);
  }

  private afterTime({ state, product }: CheckRow): CheckDecision {
    const isInstant = this.products.schemeOf(product)?.settlement === 'instant';
    const { executionCheckTimeout: usual, executionCheckInstantTimeout: instant } = this.settings;
    const outcome = outcomeAfterTime(state, isInstant, { usual, instant });
    return { state: stateOf[outcome], by: 'time-out', reason: outcome === 'refuse' ? 'AB06' : undefined };
  }
}

/** An instant payment is executed within its scheme's seconds or not at all; others may wait for a person. */
function endOfScheme({ askedAt }: CheckRow, scheme: Scheme | undefined): Date | null {
  if (scheme?.settlement !== 'instant' || !('seconds' in scheme.answerWithin)) return null;
  return new Date(askedAt.getTime() + scheme.answerWithin.seconds * 1_000);
}
