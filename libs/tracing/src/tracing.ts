import type { Tracer } from '@opentelemetry/api';
import type { ExportObserver } from './export-observer.js';
import type { TracingSettings } from './tracing.settings.js';

let tracer: Tracer | undefined;

/** The tracer of this process; undefined while nothing is recorded. One a process, as with OpenTelemetry's own API. */
export const activeTracer = (): Tracer | undefined => tracer;

/**
 * Records spans of this process under the name of `service`, if the settings name a receiver. Returns the function that sends what is left,
 * for 3 s at most, and stops recording.
 */
export async function startTracing(service: string, settings: TracingSettings, observer: ExportObserver): Promise<() => Promise<void>> {
  const { otelExporterOtlpEndpoint: endpoint } = settings;
  if (endpoint === undefined) return () => Promise.resolve();
  // Only a bank with a receiver pays for loading this.
  const { tracerProvider } = await import('./tracer-provider.js');
  const provider = tracerProvider(service, { ...settings, endpoint }, observer);
  tracer = provider.getTracer('open-banking');
  return async () => {
    tracer = undefined;
    // Why spans could not be sent the observer knows by now.
    await provider.shutdown().catch(() => undefined);
  };
}
