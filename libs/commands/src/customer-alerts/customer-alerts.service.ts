import type { BankClock, Statement, Transaction } from '@open-banking/database';
import { job } from '../jobs/job.js';
import type { JobsService } from '../jobs/jobs.service.js';
import { statusAlertKind, isAlerted, type AlertFacts, type AlertKind, type AlertSubjectKind } from './customer-alert.js';
import type { AlertSettings } from './customer-alerts.settings.js';
import { noteAlerts } from './customer-alerts.statements.js';

/** Tells a customer of the oldest thing that they have not been told of: one job for each. */
export const alertCustomer = job<{ psuId: string }>('alert-customer', { ordered: true, maxRetryDelaySeconds: 3_600 });

/** Something that has got a status, or `RETURNED`, `POSTPONED` and `COLLECTED`. */
export interface Happened {
  readonly id: string;
  readonly status: string;
  readonly facts?: AlertFacts;
  /** What was presented under the mandate `id`. */
  readonly collectionId?: string;
}

/** Who is told of a subject, and what its alerts say: a row for each customer who approved it. */
export interface AlertAddressee {
  readonly id: string;
  readonly subject: Exclude<AlertSubjectKind, 'customer'>;
  readonly psuId: string;
  readonly facts: AlertFacts;
}

interface Alert {
  readonly psuId: string;
  readonly kind: AlertKind;
  readonly subject: AlertSubjectKind;
  readonly id: string;
  readonly facts: AlertFacts;
}

/** Alerts of customers, written in the transaction of what they are about. Without CUSTOMER_ALERTS_URL nothing is written. */
export class CustomerAlerts {
  constructor(
    protected readonly jobs: Pick<JobsService, 'addAll'>,
    protected readonly clock: BankClock,
    private readonly settings: Pick<AlertSettings, 'customerAlertsUrl'>,
    private readonly addressees?: Statement<AlertAddressee, [ids: readonly string[]]>,
  ) {}

  /** Of changes in their order. */
  async happened(tx: Transaction, changes: readonly Happened[]): Promise<void> {
    const alerted = this.alerted(changes);
    if (!this.addressees || alerted.length === 0) return;
    await this.note(tx, alerted, await tx.rows(this.addressees, [...new Set(alerted.map(({ id }) => id))]));
  }

  /** Those of these changes that customers are alerted of. */
  protected alerted<Change extends Happened>(changes: readonly Change[]): readonly Change[] {
    return this.settings.customerAlertsUrl === undefined ? [] : changes.filter(({ status }) => isAlerted(status));
  }

  /** `at`: when it happened. */
  protected async note(
    tx: Transaction,
    changes: readonly Happened[],
    addressees: readonly AlertAddressee[],
    at = this.clock.now(),
  ): Promise<void> {
    const alerts = changes.flatMap(({ id, status, facts: more }) =>
      addressees.flatMap(({ id: of, subject, psuId, facts }): Alert[] => {
        const kind = of === id ? statusAlertKind(subject, status) : undefined;
        return kind ? [{ psuId, kind, subject, id, facts: { ...facts, ...more } }] : [];
      }),
    );
    await this.write(tx, alerts, at);
  }

  /** Of what a customer has done for themselves. */
  async ofCustomer(tx: Transaction, psuId: string, kind: AlertKind): Promise<void> {
    if (this.settings.customerAlertsUrl === undefined) return;
    await this.write(tx, [{ psuId, kind, subject: 'customer', id: psuId, facts: {} }], this.clock.now());
  }

  /** Jobs are added without a lock of the customer, which several transactions would take in different orders: each sends the oldest alert there is. */
  private async write(tx: Transaction, alerts: readonly Alert[], at: Date): Promise<void> {
    if (alerts.length === 0) return;
    await tx.rows(
      noteAlerts,
      alerts.map(({ psuId }) => psuId),
      alerts.map(({ kind }) => kind),
      alerts.map(({ subject }) => subject),
      alerts.map(({ id }) => id),
      alerts.map(({ facts }) => JSON.stringify(facts)),
      at,
    );
    await this.jobs.addAll(
      tx,
      alertCustomer,
      alerts.map(({ psuId }) => ({ key: psuId, data: { psuId } })),
    );
  }
}
