import { Injectable } from '@nestjs/common';
import { JobGroupHandler } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { WhenDue } from '@open-banking/service';
import { executePayment, paymentsInGroup, type ExecutePayment } from '../execute-payment.js';
import { duePayments } from './execution.statements.js';
import { isUnavailable, mayWorkAlone, PaymentGroupsService } from './payment-groups.service.js';

/** Due payments are fetched in batches. */
const batchSize = 200;
/** Of a group that could not be executed, so many payments may wait in vain one after the other; the rest is left to the next attempt. */
const maxFailedAttempts = 5;

type Failures = Map<string, unknown>;

/** Executes approved payments. Each proceeds until it has to wait; repeating it has no effect. */
@Injectable()
export class ExecutionService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly groups: PaymentGroupsService,
  ) {}

  /** One transaction for all of them. A payment that fails does so alone, and its job is tried again. */
  @JobGroupHandler(executePayment)
  async executeAll(payments: readonly ExecutePayment[]): Promise<readonly PromiseSettledResult<void>[]> {
    const failed = await this.group([...new Set(payments.map(({ paymentId }) => paymentId))]);
    return payments.map(({ paymentId }) =>
      failed.has(paymentId) ? { status: 'rejected', reason: failed.get(paymentId) } : { status: 'fulfilled', value: undefined },
    );
  }

  /** Executes the payments that are due. A failed one does not hold up the others. */
  @WhenDue()
  async executeDue(): Promise<void> {
    const failed: unknown[] = [];
    let due: readonly ExecutePayment[];
    let after: string | null = null;
    do {
      due = await this.database.rows(duePayments, this.clock.today(), after, batchSize);
      for (let at = 0; at < due.length; at += paymentsInGroup)
        failed.push(...(await this.group(due.slice(at, at + paymentsInGroup).map(({ paymentId }) => paymentId))).values());
      after = due.at(-1)?.paymentId ?? null;
    } while (due.length === batchSize);
    if (failed.length > 0) throw failed[0];
  }

  private async group(paymentIds: readonly string[]): Promise<Failures> {
    try {
      const { failed, left } = await this.database.transaction((tx) => this.groups.execute(tx, paymentIds));
      return new Map([...failed, ...(await this.eachAlone(left))]);
    } catch (error) {
      if (paymentIds.length > 1 && mayWorkAlone(error)) return this.eachAlone(paymentIds);
      return new Map(paymentIds.map((paymentId) => [paymentId, error]));
    }
  }

  /** One after the other, so that no more connections are taken than for a group. */
  private async eachAlone(paymentIds: readonly string[]): Promise<Failures> {
    const failed: Failures = new Map();
    let inVain = 0;
    let last: unknown;
    for (const paymentId of paymentIds) {
      try {
        if (inVain === maxFailedAttempts) throw last;
        await this.database.transaction((tx) => this.groups.execute(tx, [paymentId]));
      } catch (error) {
        failed.set(paymentId, error);
        last = error;
        if (inVain < maxFailedAttempts && isUnavailable(error)) inVain += 1;
      }
    }
    return failed;
  }
}
