import type { Socket } from 'node:net';
import { asRefusal, beginRequest, echoedInteraction, render, responseHeaders } from '@open-banking/http';
import { Refusal, unknownMethodText } from '@open-banking/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The statuses of what Node's parser refuses, by its code; anything else is 400. */
const unparsed: Readonly<Record<string, unknown>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { statusCode: 408 },
  HPE_HEADER_OVERFLOW: { statusCode: 431 },
  HPE_INVALID_METHOD: new Refusal([{ code: 'FORMAT_ERROR', text: unknownMethodText }]),
};

/** Options of a Fastify server: what it, or Node, refuses before a route is found is answered in the bank's one form. */
export const unreadableRequests = {
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const { requestId } = beginRequest(request);
    const { status, headers, body } = render(error, request.headers.accept);
    void reply
      .code(status)
      .headers({ ...responseHeaders, ...headers, 'x-request-id': requestId, ...echoedInteraction(request.headers) })
      .send(body);
  },
  clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, headers, body } = render(unparsed[error.code ?? ''] ?? { statusCode: 400 });
    const lines = Object.entries({
      ...responseHeaders,
      ...headers,
      'x-request-id': beginRequest({ headers: {}, ip: '' }).requestId,
      'content-length': String(body.length),
      connection: 'close',
    });
    socket.end(`HTTP/1.1 ${status} \r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body.toString()}`);
  },
};

/**
 * Answers a request that expects something unknown as if it did not (RFC 9110 §10.1.1 permits it): Node would answer 417 without a body.
 */
export function ignoreExpectations(server: FastifyInstance): void {
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
}

/**
 * Answers what a route of Fastify's throws that has no form of its own. Nest's routes end in ErrorFilter, by the one handler that the
 * server itself has.
 */
export function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = render(error, request.headers.accept);
    request.bank.error = asRefusal(error);
    void reply.code(status).headers(headers).send(body);
  });
}
