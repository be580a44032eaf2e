import type { Standby, StandbyEvents } from '@open-banking/database';
import { Counter } from 'prom-client';
import type { Logs, Metrics } from '@open-banking/telemetry';

const reasons = ['not_allowed', 'just_changed', 'lag', 'away'] as const;

/** A service's metrics and log lines about a standby that answers reads: none without DATABASE_READ_URL. */
export function standbyEvents(databaseReadUrl: string | undefined, { fault }: Logs, { registry }: Metrics): StandbyEvents {
  if (databaseReadUrl === undefined) return {};
  const reads = new Counter({
    name: 'openbank_database_reads_total',
    help: 'Statements that a standby may answer, by the server that answered and, at the primary, why.',
    labelNames: ['server', 'reason'],
    registers: [registry],
  });
  reads.inc({ server: 'standby', reason: '' }, 0);
  for (const reason of reasons) reads.inc({ server: 'primary', reason }, 0);
  return {
    onRead: (reason) => {
      reads.inc({ server: reason === undefined ? 'standby' : 'primary', reason: reason ?? '' });
    },
    onLeft: (error) => {
      fault({ event: 'the standby is not read' }, error);
    },
  };
}

/** Publishes how far the standby is behind. */
export function readLag(metrics: Metrics, standby: Standby | undefined): void {
  if (!standby) return;
  const help = 'By how many seconds at most the standby of DATABASE_READ_URL was behind when it was last asked.';
  metrics.gauge({ name: 'openbank_standby_lag_seconds', help, labels: [] }, () => {
    const { lagSeconds: value } = standby;
    return Promise.resolve(value === undefined ? [] : [{ labels: {}, value }]);
  });
}
