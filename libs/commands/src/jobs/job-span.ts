import { type SpanFacts, SpanKind } from '@open-banking/telemetry/tracing';
import type { ClaimedJob } from './job-claims.statements.js';

/** One attempt at a job as a span, with the attributes of OpenTelemetry's conventions for messaging. */
export const jobSpan = (kind: string, { jobId, attempt }: Pick<ClaimedJob, 'jobId' | 'attempt'>): SpanFacts => ({
  kind: SpanKind.CONSUMER,
  attributes: {
    'messaging.system': 'postgresql',
    'messaging.operation.type': 'process',
    'messaging.destination.name': kind,
    'messaging.message.id': jobId,
    'openbank.job.attempt': attempt + 1,
  },
});
