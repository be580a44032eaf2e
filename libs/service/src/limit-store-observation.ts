import type { ServiceSettings } from '@open-banking/config';
import { openLimitStore, type LimitStore } from '@open-banking/limits';
import type { Service } from '@open-banking/spec';
import { Counter, Gauge } from 'prom-client';
import type { Logs, Metrics } from '@open-banking/telemetry';

/** The store of limits that the settings name, with its log lines and metrics. */
export function limitStore(
  service: Service,
  settings: ServiceSettings,
  { log }: Logs,
  { registry }: Metrics,
): Promise<LimitStore | undefined> {
  if (settings.valkeyUrl === undefined) return Promise.resolve(undefined);
  const registers = [registry];
  const up = new Gauge({
    name: 'openbank_limit_store_up',
    help: 'Whether the shared store of limits (VALKEY_URL) answers this replica: 1 or 0.',
    registers,
  });
  const decisions = new Counter({
    name: 'openbank_limit_store_away_decisions_total',
    help: 'Requests decided while the shared store of limits was away: by the share of this replica, or refused with 503.',
    labelNames: ['rule'],
    registers,
  });
  for (const rule of ['share', 'refuse']) decisions.inc({ rule }, 0);
  up.set(1);
  return openLimitStore(service, settings, {
    onAway: (reason) => {
      up.set(0);
      log.error({ event: 'limit store away', message: reason });
    },
    onBack: (awayMs) => {
      up.set(1);
      log.warn({ event: 'limit store back', awayMs });
    },
    onDecisionWithoutStore: (rule) => {
      decisions.inc({ rule });
    },
  });
}
