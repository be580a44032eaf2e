import { LastingFaults } from '@open-banking/telemetry/lasting-faults';
import {
  type Span,
  startTracing,
  traceHeadersOf,
  type TraceHeaders,
  type Traces,
  type TracingSettings,
  unrecordedTrace,
} from '@open-banking/telemetry/tracing';
import { logLine } from './log.js';
import type { GatewayMetrics } from './metrics.js';

/** Records traces of the gateway, if the settings name a destination. */
export function recordTraces(
  settings: TracingSettings,
  metrics: Pick<GatewayMetrics, 'countSpans'>,
  write: (line: string) => void,
): Promise<Traces> {
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

/**
 * The trace context that a request goes on with. What the gateway does not record no service records by itself; a gateway that records
 * nothing at all passes the client's on (undefined).
 */
export const forwardedTrace = ({ isRecording }: Traces, span: Span | undefined): TraceHeaders | undefined =>
  span ? traceHeadersOf(span) : isRecording ? unrecordedTrace : undefined;
