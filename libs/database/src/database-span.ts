import { SpanKind, type SpanFacts } from '@open-banking/telemetry/tracing';

/** A statement as a span, by its name: the text is in the source, and what it is given is in no trace. */
export const databaseSpan = (name: string): SpanFacts => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
});
