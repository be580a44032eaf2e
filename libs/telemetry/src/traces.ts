import type { Service } from '@open-banking/spec';
import { startTracing, type Traces } from './tracing/tracing.js';
import type { TracingSettings } from './tracing/tracing.settings.js';
import type { Logs } from './log.js';
import type { Metrics } from './metrics.js';

/** Records traces of this service, if the settings name a destination. */
export const traces = (service: Service, settings: TracingSettings, { fault }: Logs, metrics: Metrics): Promise<Traces> =>
  startTracing(service, settings, {
    exported: (spans) => {
      metrics.countSpans('sent', spans);
    },
    dropped: (spans, reason) => {
      metrics.countSpans('dropped', spans);
      fault({ event: 'traces cannot be sent' }, reason);
    },
  });
