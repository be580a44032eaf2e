import { Injectable } from '@nestjs/common';
import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { countHeld } from './checks.statements.js';

export type CheckOutcome = 'allow' | 'refuse' | 'hold' | 'time-out' | 'hold-ended' | 'not-answered' | 'contradicted';

/** Tells the operators of checks: what waits for a person, what was answered, and what went wrong. */
@Injectable()
export class CheckReports implements BackgroundWorker {
  private context?: Pick<WorkerContext, 'report'>;
  private counter?: (labels: Readonly<Record<string, string>>) => void;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async startWork({ report, counter, gauge }: WorkerContext): Promise<void> {
    this.context = { report };
    this.counter = counter({
      name: 'openbank_execution_checks_total',
      help: 'Checks of payments by their outcome: answers that took effect (allow, refuse, hold), ends of their time (time-out, hold-ended), requests without a usable answer (not-answered), and answers that contradict the first (contradicted).',
      labels: ['outcome'],
    });
    gauge(
      { name: 'openbank_held_payments', help: 'Payments that wait for a person to release or refuse them.', labels: ['payment_product'] },
      async () =>
        (await this.database.rows(countHeld)).map(({ product, count }) => ({ labels: { payment_product: product }, value: count })),
    );
    gauge(
      {
        name: 'openbank_oldest_held_payment_seconds',
        help: 'How long the oldest of them has been held; 0 where there is none.',
        labels: [],
      },
      async () => {
        const oldest = Math.min(...(await this.database.rows(countHeld)).map(({ oldestAt }) => oldestAt.getTime()));
        return [{ labels: {}, value: Number.isFinite(oldest) ? Math.max(0, (this.clock.now().getTime() - oldest) / 1_000) : 0 }];
      },
    );
  }

  count(outcome: CheckOutcome): void {
    this.counter?.({ outcome });
  }

  contradicted(checkId: string): void {
    this.count('contradicted');
    this.context?.report({ event: 'a check was answered otherwise than before', checkId });
  }

  notAnswered(checkId: string, error: unknown): void {
    this.count('not-answered');
    this.context?.report({ event: 'a check of a payment was not answered', checkId }, error);
  }
}
