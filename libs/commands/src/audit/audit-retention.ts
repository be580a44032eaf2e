import type { Database } from '@open-banking/database';
import type { BackgroundWorker, WorkerContext } from '../background-worker.js';
import type { CommandSettings } from '../commands.settings.js';
import { archiveDue } from './audit.statements.js';

/**
 * Reports how long archiving is due. The service itself deletes nothing: its role may not, so that an intruder with its credentials cannot
 * either, and only the operator knows where an archive is safe (docs/decisions/0015).
 */
export class AuditRetention implements BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly settings: Pick<CommandSettings, 'auditMonths'>,
  ) {}

  startWork({ gauge }: Pick<WorkerContext, 'gauge'>): Promise<void> {
    gauge(
      {
        name: 'openbank_audit_archive_due_seconds',
        help: 'How much older than AUDIT_MONTHS the oldest row of the audit is that is not archived; 0 if none is, or without AUDIT_MONTHS.',
        labels: [],
      },
      async () => [{ labels: {}, value: await this.dueSeconds() }],
    );
    return Promise.resolve();
  }

  private async dueSeconds(): Promise<number> {
    const { auditMonths } = this.settings;
    return auditMonths === 0 ? 0 : Math.max(0, (await this.database.row(archiveDue, auditMonths))?.seconds ?? 0);
  }
}
