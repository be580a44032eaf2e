import type { Traces } from '@open-banking/tracing';
import type { Logs } from './log.js';
import type { Metrics } from './metrics.js';

/** Where one service writes what it does: its log, its metrics and its traces. */
export interface Telemetry {
  readonly written: Logs;
  readonly metrics: Metrics;
  readonly traces: Traces;
}
