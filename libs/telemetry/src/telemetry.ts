import type { Traces } from './tracing/tracing.js';
import type { Logs } from './log.js';
import type { Metrics } from './metrics.js';

/** The outputs of one service: its log, its metrics and its traces. */
export interface Telemetry {
  readonly written: Logs;
  readonly metrics: Metrics;
  readonly traces: Traces;
}
