import { LastingFaults } from '@open-banking/http';
import { type Recording, startTracing, type TracingSettings } from '@open-banking/tracing';
import { logLine } from './log.js';
import type { GatewayMetrics } from './metrics.js';

/** Records traces of the gateway, if it is told where to send them. */
export function recordTraces(
  settings: TracingSettings,
  metrics: Pick<GatewayMetrics, 'countSpans'>,
  write: (line: string) => void,
): Promise<Recording> {
  const faults = new LastingFaults(({ lastedMs, ...ended }) => {
    write(logLine('info', 'fault over', { ...ended, lastedSeconds: Math.round(lastedMs / 100) / 10 }));
  });
  return startTracing('gateway', settings, {
    exported: (spans) => {
      metrics.countSpans('sent', spans);
    },
    dropped: (spans, { message }) => {
      metrics.countSpans('dropped', spans);
      if (faults.begins('traces cannot be sent')) write(logLine('error', 'traces cannot be sent', { detail: message }));
    },
  });
}
