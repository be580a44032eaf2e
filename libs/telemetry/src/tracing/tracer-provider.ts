import { userAgent } from '@open-banking/spec';
import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ExportObserver } from './export-observer.js';
import type { TracingSettings } from './tracing.settings.js';

/** Spans that wait to be sent: about a megabyte. More are dropped. */
const maxWaiting = 2_048;
const sentEveryMs = 1_000;
const sendingMs = 3_000;

type Receiver = TracingSettings & { readonly endpoint: string };

/**
 * A batch processor whose dropped spans are counted: those that come while too many wait, and those that the receiver does not accept. The
 * library's own counts are not public.
 */
class CountedSpans implements SpanProcessor {
  private readonly batches: BatchSpanProcessor;
  #waiting = 0;

  constructor(
    exporter: SpanExporter,
    private readonly observer: ExportObserver,
  ) {
    this.batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => {
          this.#send(exporter, spans, done);
        },
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: maxWaiting,
      scheduledDelayMillis: sentEveryMs,
      exportTimeoutMillis: sendingMs,
    });
  }

  onStart(): void {
    // Nothing is added to spans as they begin.
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= maxWaiting) return void this.observer.dropped(1, new Error(`More than ${maxWaiting} spans wait to be sent`));
    this.#waiting += 1;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }

  #send(exporter: SpanExporter, spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#waiting -= spans.length;
    exporter.export(spans, ({ code, error }) => {
      if (code === ExportResultCode.SUCCESS) this.observer.exported(spans.length);
      else this.observer.dropped(spans.length, error ?? new Error('The receiver does not accept the spans'));
      // The batch is over either way; the processor would report the error to a log of its own.
      done({ code: ExportResultCode.SUCCESS });
    });
  }
}

/** The provider of a process's tracer: sends spans to the receiver. */
export function tracerProvider(service: string, receiver: Receiver, observer: ExportObserver): TracerProvider {
  const { endpoint, otelExporterOtlpHeaders: headers } = receiver;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    userAgent,
    timeoutMillis: sendingMs,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'open-banking' }),
    // A span begins only where it is recorded.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new CountedSpans(exporter, observer)],
  });
}
