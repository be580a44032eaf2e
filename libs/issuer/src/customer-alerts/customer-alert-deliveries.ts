import {
  alertCustomer,
  alertRetryPeriodMs,
  forgetAlerts,
  alertGroup,
  JobHandler,
  nextAlert,
  noteFailedAlert,
  PortRefused,
  settleAlert,
  withoutDatabase,
  type AlertChannel,
  type AlertRow,
  type BackgroundWorker,
  type SignedPort,
  type WorkerContext,
} from '@open-banking/commands';
import { type Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { alertTextOf, type Language } from '@open-banking/pages';

/** How a customer is told, and what they do not want to be told. */
export interface AlertChoice {
  readonly language: Language;
  readonly channel: AlertChannel;
  /** Groups of kinds. */
  readonly unwanted: readonly string[];
}

/** Knows what customers have chosen; undefined: there is no such customer (any more). */
export abstract class AlertChoices {
  abstract choiceFor(psuId: string): Promise<AlertChoice | undefined>;
}

export interface AlertDeliveryParts {
  readonly database: Database;
  readonly choices: AlertChoices;
  /** Absent where customers are told nothing (any more). */
  readonly port?: SignedPort | undefined;
}

type Outcome = 'delivered' | 'not wanted' | 'refused' | 'given up';

/** What another try would not change. 401, 403, 404, 408 and 429 are the bank's set-up, or pass. */
const final: readonly number[] = [400, 409, 410, 413, 422];
const hourMs = 3_600_000;

/** Tells customers through the bank's own server: at least once, in order for each, again and again for a week. */
export class CustomerAlertDeliveries implements BackgroundWorker {
  private count?: (labels: Readonly<Record<string, string>>) => void;

  constructor(private readonly parts: AlertDeliveryParts) {}

  async startWork({ counter }: WorkerContext): Promise<void> {
    this.count = counter({
      name: 'openbank_customer_alerts_total',
      help: 'Alerts of customers by outcome; those that failed are sent again.',
      labels: ['outcome'],
    });
  }

  /** A process that dies between the answer and its own note sends the alert once more, with the same alertId. */
  @JobHandler(alertCustomer)
  async deliver({ psuId }: { psuId: string }): Promise<void> {
    const { database } = this.parts;
    const alert = await database.row(nextAlert, psuId);
    if (!alert) return;
    try {
      await this.settle(alert, await this.send(alert));
    } catch (error) {
      if (error instanceof PortRefused && final.includes(error.status)) return this.settle(alert, 'refused', error.message);
      this.count?.({ outcome: 'failed' });
      await database.rows(noteFailedAlert, alert.alertId, String(error));
      throw error;
    }
  }

  @RecurringWork('forget-customer-alerts', { everyMs: hourMs })
  async forget(): Promise<void> {
    await purgeAll(this.parts.database, forgetAlerts);
  }

  private async send(alert: AlertRow): Promise<Outcome> {
    const { alertId, psuId, kind, subject, subjectId, facts, occurredAt, madeAt } = alert;
    const { port, choices } = this.parts;
    if (!port || Date.now() - madeAt.getTime() > alertRetryPeriodMs) return 'given up';
    const choice = await choices.choiceFor(psuId);
    if (!choice) return 'given up';
    const { language, channel, unwanted } = choice;
    if (unwanted.includes(alertGroup(kind))) return 'not wanted';
    const words = alertTextOf(kind, facts, language);
    const about = subject === 'customer' ? {} : { subject: { kind: subject, id: subjectId }, facts };
    await withoutDatabase(() => port.post({ alertId, psuId, kind, channel, language, occurredAt, ...words, ...about }));
    return 'delivered';
  }

  private async settle({ alertId }: AlertRow, outcome: Outcome, problem: string | null = null): Promise<void> {
    await this.parts.database.rows(settleAlert, alertId, outcome, problem);
    this.count?.({ outcome });
  }
}
