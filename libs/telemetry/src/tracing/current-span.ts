import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attributes, ROOT_CONTEXT, type Span, type SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { traceHeadersOf, type TraceHeaders } from './trace-headers.js';

/** What a span says besides its name. Attributes hold ids, statuses and names of the product, never what a customer has or sends. */
export interface SpanFacts {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

const spans = new AsyncLocalStorage<Span>();
/** The tracer that records a span, and so the spans within it. */
const tracers = new WeakMap<Span, Tracer>();

/** Begins a span that `inSpan` continues with the same tracer. */
export function startSpan(tracer: Tracer, ...facts: Parameters<Tracer['startSpan']>): Span {
  const span = tracer.startSpan(...facts);
  tracers.set(span, tracer);
  return span;
}

/** Runs work as part of a span. */
export const withSpan = <T>(span: Span | undefined, work: () => T): T => (span ? spans.run(span, work) : work());

/** The headers for calls of the work that runs; none where it belongs to no trace. */
export const currentTraceHeaders = (): TraceHeaders => traceHeadersOf(spans.getStore());

/** The trace of the work that runs, if it is recorded. */
export const currentTraceId = (): string | undefined => recordedTraceId(spans.getStore());

/** The trace of a span, if it is recorded: the field `traceId` of log lines. */
export const recordedTraceId = (span: Span | undefined): string | undefined =>
  span?.isRecording() ? span.spanContext().traceId : undefined;

/** Names the error by its code (SQLSTATE, errno) or class; its message may hold what was sent. */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string };
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? typeof error)).setStatus({ code: SpanStatusCode.ERROR });
}

/** Marks the span that runs as failed, where its error is dealt with and not thrown on. */
export function markCurrentFailed(error: unknown): void {
  const span = spans.getStore();
  if (span?.isRecording()) markFailed(span, error);
}

/** Runs work as the span, which ends with it. */
export async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await spans.run(span, work);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Records work as a span of the one that runs, if that is recorded. `factsOf` is called only then. */
export function inSpan<T>(name: string, factsOf: (name: string) => SpanFacts, work: () => Promise<T>): Promise<T> {
  const parent = spans.getStore();
  const tracer = parent?.isRecording() ? tracers.get(parent) : undefined;
  return tracer ? runInSpan(startSpan(tracer, name, factsOf(name), trace.setSpan(ROOT_CONTEXT, parent!)), work) : work();
}

/** Adds attributes to the span that runs. */
export function addToSpan(attributes: Attributes): void {
  const span = spans.getStore();
  if (span?.isRecording()) span.setAttributes(attributes);
}
