export {
  addToSpan,
  currentTraceHeaders,
  currentTraceId,
  inSpan,
  markCurrentFailed,
  recordedTraceId,
  type SpanFacts,
  withSpan,
} from './current-span.js';
export * from './export-observer.js';
export * from './request-span.js';
export * from './trace-headers.js';
export * from './tracing.js';
export * from './tracing.settings.js';
export { SpanKind, type Span } from '@opentelemetry/api';
