import { randomBytes } from 'node:crypto';
import { type Span, type SpanContext, TraceFlags } from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';

/** The headers of W3C Trace Context, as Node.js names them. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

type Header = string | string[] | undefined;

/** The caller's span, as its headers name it; undefined where they are missing or malformed. */
export function callerSpan(headers: Readonly<Record<string, Header>>): SpanContext | undefined {
  const { traceparent, tracestate } = headers;
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (!context) return undefined;
  return { ...context, isRemote: true, ...(typeof tracestate === 'string' && { traceState: new TraceState(tracestate) }) };
}

/** The headers that tell a callee which span calls it, and whether the trace is recorded. */
export function traceHeadersOf(span: Span | undefined): TraceHeaders {
  if (!span) return {};
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const tracestate = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-0${(traceFlags & TraceFlags.SAMPLED).toString(16)}`,
    ...(tracestate && { tracestate }),
  };
}

/** The headers that tell a callee not to record a trace: the ids name nothing. */
export const unrecordedTrace: TraceHeaders = { traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00` };
