import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JobsService } from '@open-banking/commands';
import { BankClock, type Transaction } from '@open-banking/database';
import type { PaymentReason } from '../payment-reason.js';
import { PaymentProducts } from '../payment-products.js';
import { askChecks, endChecks } from './check-jobs.js';
import { ExecutionCheckSettings } from './checks.settings.js';
import { blockedAmongReceivers } from './blocked-creditors.js';
import { insertChecks, voidChecks } from './checks.statements.js';
import { checkHashOf, type CheckState, type PaymentToCheck } from './execution-check.js';
import { boundsOf, lockSpending, spentOn } from './payment-bounds.statements.js';
import { dayKeyOf, Spending } from './spending.js';

interface Screenable extends PaymentToCheck {
  readonly status: string;
  readonly executionDate: string | null;
  readonly hasRules: boolean;
  readonly checkState: CheckState | null;
  readonly checkHash: string | null;
  readonly checkReason: string | null;
}
interface ScreenedPayment {
  readonly payment: Screenable;
  readonly step: 'wait' | 'reserve' | 'book';
  readonly refusal?: PaymentReason | undefined;
}
/** A payment with the hash of its facts where what was asked, if anything, was about others. */
type Unasked = ScreenedPayment & { readonly factsHash?: string };

/** Those that may be decided now, and what their customers may still pay. */
export interface Screened<One> {
  readonly due: readonly One[];
  readonly spending: Spending;
}

/**
 * What stands between an approval and the money (docs/decisions/0092): the rules that are built in, and the answers of the bank's own check.
 * It runs under the locks of the payments, so that what it finds is so until they are decided; it asks nobody, and leaves what has no answer.
 */
@Injectable()
export class ScreeningService {
  constructor(
    private readonly clock: BankClock,
    private readonly jobs: JobsService,
    private readonly settings: ExecutionCheckSettings,
    private readonly products: PaymentProducts,
  ) {}

  /** A bank without a port and rules, whose payments were never checked, sends no statement here. */
  async screen<One extends ScreenedPayment>(tx: Transaction, due: readonly One[]): Promise<Screened<One>> {
    const ruled = due.some(({ payment, step }) => step !== 'wait' && payment.hasRules);
    const screened = ruled ? await this.ruled(tx, due) : { due, spending: Spending.unbounded };
    return { ...screened, due: await this.answered(tx, screened.due) };
  }

  private async ruled<One extends ScreenedPayment>(tx: Transaction, due: readonly One[]): Promise<Screened<One>> {
    const deciding = due.filter(({ step }) => step !== 'wait').map(({ payment }) => payment);
    const blocked = await blockedAmongReceivers(
      tx,
      deciding.map(({ request }) => request),
    );
    const uncounted = deciding.filter(({ status, psuId }) => status !== 'ACFC' && psuId !== null);
    const spending = uncounted.length === 0 ? Spending.unbounded : await spendingOf(tx, uncounted, this.products.instant);
    return {
      spending,
      due: due.map((one) => {
        const refusal = one.step === 'wait' ? undefined : blocked(one.payment.request);
        return refusal === undefined ? one : { ...one, refusal };
      }),
    };
  }

  /** Leaves out what has no answer, or is held; asks about what has not been asked. What is reserved was answered before. */
  private async answered<One extends ScreenedPayment>(tx: Transaction, due: readonly One[]): Promise<readonly One[]> {
    const unasked: Unasked[] = [];
    const decidable = due.flatMap((one) => {
      const { payment, step, refusal } = one;
      if (step === 'wait' || refusal !== undefined || payment.status === 'ACFC') return [one];
      if (payment.checkState === null && this.settings.executionCheckUrl === undefined) return [one];
      const factsHash = checkHashOf(payment);
      if (payment.checkHash !== factsHash) {
        unasked.push({ ...one, factsHash });
        return [];
      }
      if (payment.checkState === 'REFUSED') return [{ ...one, refusal: payment.checkReason! }];
      return payment.checkState === 'ALLOWED' ? [one] : [];
    });
    if (unasked.length > 0) await this.ask(tx, unasked);
    return decidable;
  }

  private async ask(tx: Transaction, unasked: readonly Unasked[]): Promise<void> {
    const changed = unasked.filter(({ payment }) => payment.checkState !== null).map(({ payment }) => payment.paymentId);
    if (changed.length > 0) await tx.rows(voidChecks, changed);
    const now = this.clock.now();
    const instant = new Set(this.products.instant);
    const { executionCheckSeconds, executionCheckInstantSeconds } = this.settings;
    const checks = unasked.map(({ payment: { paymentId, product }, factsHash }) => ({
      checkId: randomUUID(),
      paymentId,
      factsHash,
      dueBy: new Date(now.getTime() + (instant.has(product) ? executionCheckInstantSeconds : executionCheckSeconds) * 1_000),
    }));
    await tx.rows(insertChecks, JSON.stringify(checks), now);
    await this.jobs.add(tx, askChecks, { checkIds: checks.map(({ checkId }) => checkId) });
    for (const by of new Set(checks.map(({ dueBy }) => dueBy.getTime()))) await addEnd(this.jobs, tx, new Date(by), now);
  }
}

/** Jobs are due on real time, checks by the bank's clock: the job looks again where it is early. */
export async function addEnd(jobs: JobsService, tx: Transaction, by: Date, now: Date): Promise<void> {
  await jobs.add(tx, endChecks, { by: by.toISOString() }, { after: new Date(Date.now() + Math.max(0, by.getTime() - now.getTime())) });
}

async function spendingOf(tx: Transaction, payments: readonly Screenable[], instant: readonly string[]): Promise<Spending> {
  await tx.rows(
    lockSpending,
    payments.map(({ psuId }) => psuId!),
  );
  const ids = payments.map(({ paymentId }) => paymentId);
  const bounds = new Map(
    (await tx.rows(boundsOf, ids, instant)).map(({ paymentId, capPerPayment, capPerDay, ownPerPayment, ownPerDay }) => [
      paymentId,
      { cap: { perPayment: capPerPayment, perDay: capPerDay }, own: { perPayment: ownPerPayment, perDay: ownPerDay } },
    ]),
  );
  const days = new Map(
    payments
      .filter(({ paymentId }) => bounds.get(paymentId)?.cap.perDay != null || bounds.get(paymentId)?.own.perDay != null)
      .map((payment) => [dayKeyOf(payment), payment]),
  );
  const counted = [...days.values()];
  const spent =
    counted.length === 0
      ? []
      : await tx.rows(
          spentOn,
          counted.map(({ psuId }) => psuId!),
          counted.map(({ executionDate }) => executionDate!),
          counted.map(({ currency }) => currency),
          instant,
        );
  return new Spending(bounds, new Map(spent.map((row) => [dayKeyOf(row), row])), new Set(instant));
}
