import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { callerSpan, traceHeadersOf, type TraceHeaders } from './trace-headers.js';
import { activeTracer, beginsTrace } from './tracing.js';

/** What a span says besides its name. Attributes hold ids, statuses and names of the product, never what a customer has or sends. */
export interface SpanFacts {
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

const spans = new AsyncLocalStorage<Span>();

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

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
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
  const tracer = parent?.isRecording() ? activeTracer() : undefined;
  return tracer ? ended(tracer.startSpan(name, factsOf(name), trace.setSpan(ROOT_CONTEXT, parent!)), work) : work();
}

/** Adds attributes to the span that runs. */
export function addToSpan(attributes: Attributes): void {
  const span = spans.getStore();
  if (span?.isRecording()) span.setAttributes(attributes);
}

/** Where work without a caller's trace begins one of its own, and where it belongs to none. */
export type WithoutCaller = 'begins' | 'none';

/**
 * Begins a span if it is recorded: as its caller says, or without a caller by ratio. Undefined otherwise: most work is not recorded, and a
 * span that records nothing would cost a request 4 % of its processor time.
 */
function recordedSpan(
  name: string,
  facts: SpanOptions,
  headers: Parameters<typeof callerSpan>[0],
  withoutCaller: WithoutCaller,
): Span | undefined {
  const tracer = activeTracer();
  if (!tracer) return undefined;
  const caller = callerSpan(headers);
  const isRecorded = caller ? (caller.traceFlags & TraceFlags.SAMPLED) !== 0 : withoutCaller === 'begins' && beginsTrace();
  return isRecorded ? tracer.startSpan(name, facts, caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT) : undefined;
}

/** Runs work that nothing in this process asked for: as part of the trace that `headers` name, or of a new one. */
export function inTrace<T>(
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
  { traceparent, tracestate }: TraceHeaders = {},
): Promise<T> {
  const span = recordedSpan(name, facts, { traceparent, tracestate }, 'begins');
  return span ? ended(span, work) : work();
}

/** Begins the span of a request that has arrived. Undefined where it is not recorded. */
export const arrivedSpan = (
  name: string,
  headers: Parameters<typeof callerSpan>[0],
  withoutCaller: WithoutCaller = 'begins',
): Span | undefined => recordedSpan(name, { kind: SpanKind.SERVER }, headers, withoutCaller);
