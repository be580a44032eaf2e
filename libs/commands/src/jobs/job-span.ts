import { type SpanFacts, SpanKind } from '@open-banking/telemetry/tracing';
import type { Job } from 'pg-boss';

/** One attempt at a job as a span, with the attributes of OpenTelemetry's conventions for messaging. */
export const jobSpan = (kind: string, { id, retryCount }: Pick<Job, 'id'> & { readonly retryCount: number }): SpanFacts => ({
  kind: SpanKind.CONSUMER,
  attributes: {
    'messaging.system': 'postgresql',
    'messaging.operation.type': 'process',
    'messaging.destination.name': kind,
    'messaging.message.id': id,
    'openbank.job.attempt': retryCount + 1,
  },
});
