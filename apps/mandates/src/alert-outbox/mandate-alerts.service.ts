import { InternalCalls } from '@open-banking/access';
import {
  statusAlertKind,
  CustomerAlerts,
  job,
  JobHandler,
  type AlertSettings,
  type Happened,
  type JobsService,
} from '@open-banking/commands';
import type { BankClock, Database, Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { directoryInternal } from '@open-banking/spec';
import { alertedOwners } from './alerted-owners.js';
import { alertedMandate, alreadyAlerted, lockAlerted } from './alert-outbox.statements.js';

interface AlertedChange {
  readonly resourceId: string;
  readonly status: string;
  readonly collectionId?: string;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** Writes the alerts of one change of a mandate. Those of a mandate are written in their order; while ais-pis is down, they wait. */
export const alertOwners = job<AlertedChange>('alert-owners', { ordered: true, maxRetryDelaySeconds: 60 });

/**
 * Alerts of mandates and collections. Their owners are known to ais-pis alone, so a change adds a job, which asks for the owners of that
 * moment and writes their alerts.
 */
export class MandateAlerts extends CustomerAlerts {
  constructor(
    jobs: Pick<JobsService, 'addAll'>,
    clock: BankClock,
    settings: Pick<AlertSettings, 'customerAlertsUrl'>,
    private readonly database: Database,
    private readonly calls: InternalCalls,
  ) {
    super(jobs, clock, settings);
  }

  override async happened(tx: Transaction, changes: readonly Happened[]): Promise<void> {
    const occurredAt = this.clock.now().toISOString();
    await this.jobs.addAll(
      tx,
      alertOwners,
      this.alerted(changes).map(({ id, status, collectionId }) => ({
        key: id,
        data: { resourceId: id, status, ...(collectionId !== undefined && { collectionId }), occurredAt },
      })),
    );
  }

  /** A job may run twice: who has the alert already is passed over. */
  @JobHandler(alertOwners)
  async alert({ resourceId, status, collectionId, occurredAt }: AlertedChange): Promise<void> {
    const kind = statusAlertKind('mandate', status);
    const found = kind && (await this.database.row(alertedMandate, resourceId, collectionId ?? null));
    if (!found || found.debtorAccountId === null) return;
    const owners = alertedOwners(await this.ownersOf(found.debtorAccountId), found.approvers);
    const at = new Date(occurredAt);
    const facts = { creditorName: found.creditorName, ...(found.amount && { amount: found.amount }) };
    await this.database.transaction(async (tx) => {
      await tx.rows(lockAlerted, resourceId);
      const already = new Set((await tx.rows(alreadyAlerted, owners, kind, resourceId, at)).map(({ psuId }) => psuId));
      const addressees = owners
        .filter((psuId) => !already.has(psuId))
        .map((psuId) => ({ id: resourceId, subject: 'mandate' as const, psuId, facts }));
      await this.note(tx, [{ id: resourceId, status }], addressees, at);
    });
  }

  private async ownersOf(accountId: string): Promise<readonly string[]> {
    const answer = await this.calls.call<{ owners: readonly string[] }>('ais-pis', directoryInternal.listAccountOwners, {
      body: { accountId },
    });
    if (!answer) throw new Refusal('SERVICE_UNAVAILABLE', { operation: directoryInternal.listAccountOwners.id });
    return answer.owners;
  }
}
