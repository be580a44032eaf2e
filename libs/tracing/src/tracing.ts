import type { Tracer } from '@opentelemetry/api';
import type { ExportObserver } from './export-observer.js';
import type { TracingSettings } from './tracing.settings.js';

let tracer: Tracer | undefined;
let ratio = 0;

/** The tracer of this process; undefined while nothing is recorded. One a process, as with OpenTelemetry's own API. */
export const activeTracer = (): Tracer | undefined => tracer;

/** Whether what nobody else traces is recorded this time. */
export const beginsTrace = (): boolean => Math.random() < ratio;

/** The recording of spans in a process. */
export interface Recording {
  /** Records nothing more until `resume`, and sends what was recorded. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends it, and sends what was recorded, for 3 s at most. */
  stop(): Promise<void>;
}

const nothing: Recording = { pause: () => Promise.resolve(), resume: () => undefined, stop: () => Promise.resolve() };

/** Records spans of this process under the name of `service`, if the settings name a receiver. */
export async function startTracing(service: string, settings: TracingSettings, observer: ExportObserver): Promise<Recording> {
  const { otelExporterOtlpEndpoint: endpoint } = settings;
  if (endpoint === undefined) return nothing;
  // Only a bank with a receiver pays for loading this.
  const { tracerProvider } = await import('./tracer-provider.js');
  const provider = tracerProvider(service, { ...settings, endpoint }, observer);
  ratio = settings.otelTracesSamplerArg;
  const resume = (): void => {
    tracer = provider.getTracer('open-banking');
  };
  resume();
  // Why spans could not be sent the observer knows by then.
  const ended = (sending: Promise<void>): Promise<void> => {
    tracer = undefined;
    return sending.catch(() => undefined);
  };
  return { resume, pause: () => ended(provider.forceFlush()), stop: () => ended(provider.shutdown()) };
}
