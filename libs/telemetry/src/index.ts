export { errorFields, errorReason } from './error-fields.js';
export * from './log.js';
export { Metrics, type InternalCall, type MetricDescription, type MetricLabels, type MetricValue } from './metrics.js';
export { callerOf, countRequest } from './request-metrics.js';
export { beginClientSpan, endCallSpan, endClientSpan, traceCalls } from './request-spans.js';
export type { Telemetry } from './telemetry.js';
export { traces } from './traces.js';
