import { type Attributes, type Span, SpanStatusCode } from '@opentelemetry/api';

/** An answered request. The path as sent is not among its facts: it holds account numbers. */
export interface AnsweredRequestFacts {
  readonly method: string;
  /** The path as the table has it. */
  readonly route?: string | undefined;
  readonly status: number;
  /** Attributes of the product: `openbank.…`. */
  readonly more?: Attributes;
}

/** Ends the span of a request, with the attributes of OpenTelemetry's conventions for HTTP servers. A status from 500 on is an error. */
export function endRequestSpan(span: Span | undefined, { method, route, status, more }: AnsweredRequestFacts): void {
  if (!span?.isRecording()) return;
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    ...(route !== undefined && { 'http.route': route }),
    ...more,
  });
  if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
