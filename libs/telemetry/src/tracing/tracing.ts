import { ROOT_CONTEXT, type Span, SpanKind, type SpanOptions, trace, TraceFlags, type Tracer } from '@opentelemetry/api';
import { runInSpan, startSpan, type SpanFacts } from './current-span.js';
import type { ExportObserver } from './export-observer.js';
import { callerSpan, type TraceHeaders } from './trace-headers.js';
import type { TracingSettings } from './tracing.settings.js';

/** Where work without a caller's trace begins one of its own, and where it belongs to none. */
export type WithoutCaller = 'begins' | 'none';

type Headers = Parameters<typeof callerSpan>[0];

/** The tracer of a service with its receiver. */
interface Provider {
  getTracer(name: string): Tracer;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/**
 * The traces that one service or gateway records; several in one process know nothing of each other. Without a provider it records
 * nothing.
 */
export class Traces {
  #tracer: Tracer | undefined;

  constructor(
    private readonly provider?: Provider,
    private readonly ratio = 0,
  ) {
    this.resume();
  }

  /** Whether spans are recorded at all. */
  get isRecording(): boolean {
    return this.#tracer !== undefined;
  }

  /** Begins the span of a request that has arrived. Undefined where it is not recorded. */
  arrivedSpan(name: string, headers: Headers, withoutCaller: WithoutCaller = 'begins'): Span | undefined {
    return this.#begin(name, { kind: SpanKind.SERVER }, headers, withoutCaller);
  }

  /** Runs work that nothing in this process requested: as part of the trace that `headers` name, or of a new one. */
  inTrace<T>(name: string, facts: SpanFacts, work: () => Promise<T>, { traceparent, tracestate }: TraceHeaders = {}): Promise<T> {
    const span = this.#begin(name, facts, { traceparent, tracestate }, 'begins');
    return span ? runInSpan(span, work) : work();
  }

  /** Records nothing more until `resume`, and sends what was recorded. */
  pause(): Promise<void> {
    return this.#end((provider) => provider.forceFlush());
  }

  resume(): void {
    this.#tracer = this.provider?.getTracer('open-banking');
  }

  /** Ends the recording, and sends what was recorded, for 3 s at most. */
  stop(): Promise<void> {
    return this.#end((provider) => provider.shutdown());
  }

  /** The observer is told why spans could not be sent. */
  async #end(send: (provider: Provider) => Promise<void>): Promise<void> {
    this.#tracer = undefined;
    if (this.provider) await send(this.provider).catch(() => undefined);
  }

  /**
   * Begins a span if it is recorded: as its caller says, or without a caller by ratio. Undefined otherwise: most work is not recorded, and a
   * span that records nothing would cost a request 4 % of its processor time.
   */
  #begin(name: string, facts: SpanOptions, headers: Headers, withoutCaller: WithoutCaller): Span | undefined {
    const tracer = this.#tracer;
    if (!tracer) return undefined;
    const caller = callerSpan(headers);
    const isRecorded = caller ? (caller.traceFlags & TraceFlags.SAMPLED) !== 0 : withoutCaller === 'begins' && Math.random() < this.ratio;
    return isRecorded ? startSpan(tracer, name, facts, caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT) : undefined;
  }
}

/** Records nothing: for what runs without a receiver. */
export const noTraces = new Traces();

/** Records spans under the name of `service`, if the settings name a receiver. */
export async function startTracing(service: string, settings: TracingSettings, observer: ExportObserver): Promise<Traces> {
  const { otelExporterOtlpEndpoint: endpoint } = settings;
  if (endpoint === undefined) return noTraces;
  // Only a bank with a receiver pays for loading this.
  const { tracerProvider } = await import('./tracer-provider.js');
  return new Traces(tracerProvider(service, { ...settings, endpoint }, observer), settings.otelTracesSamplerArg);
}
