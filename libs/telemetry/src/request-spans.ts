import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endRequestSpan } from './tracing/request-span.js';
import type { Span } from './tracing/index.js';
import type { Traces } from './tracing/tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its span; undefined where it is not recorded. */
    span?: Span | undefined;
  }
}

/**
 * Begins the span of a client's request, named by its operation. Health checks have none: there are several a second, and none is of
 * interest.
 */
export function beginClientSpan(traces: Traces, { bank: { operation, method }, headers }: FastifyRequest): Span | undefined {
  return operation?.kind === 'health' ? undefined : traces.arrivedSpan(operation?.id ?? method, headers);
}

export function endClientSpan({ bank, span }: FastifyRequest, { statusCode: status }: FastifyReply): void {
  if (!span?.isRecording()) return;
  const { operation, method, requestId, clientId } = bank;
  const more = { 'openbank.request.id': requestId, ...(clientId !== undefined && { 'openbank.client.id': clientId }) };
  endRequestSpan(span, { method, route: operation?.path, status, more });
}

/** Begins the span of each internal call. It belongs to the trace of its caller; a call on a timer belongs to none. */
export function traceCalls(server: FastifyInstance, traces: Traces): void {
  server.decorateRequest('span', undefined);
  server.addHook('onRequest', (request, _, done) => {
    request.span = traces.arrivedSpan(request.routeOptions.config.operation?.id ?? 'none', request.headers, 'none');
    done();
  });
}

export function endCallSpan({ id, span, method, routeOptions }: FastifyRequest, { statusCode: status }: FastifyReply): void {
  endRequestSpan(span, { method, route: routeOptions.config.operation?.path, status, more: { 'openbank.request.id': id } });
}
