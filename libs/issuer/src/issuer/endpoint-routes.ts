import { asRefusal, render, renderOAuth, responseHeaders } from '@open-banking/http';
import { asRoute, isOAuthCall, routingPath, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LimitedProvider } from './limited-provider.js';

/**
 * The endpoints of an issuer on Fastify. They stand in a scope of their own that reads no body: oidc-provider reads the
 * request itself and writes its answer past Fastify, so what every answer carries is set before.
 */
export async function mountEndpoints(
  server: FastifyInstance,
  provider: LimitedProvider,
  rows: readonly Operation[],
  asPage: ErrorAnswer,
): Promise<void> {
  const answer = provider.callback();
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, request, reply) => {
      if (request.routeOptions.config.operation?.limits === 'page') asPage(error, request, reply);
      else answerJson(error, request, reply);
    });
    for (const row of rows) {
      scope.route({
        method: row.method,
        url: asRoute(row.path),
        // LimitedProvider charges these to the client once that has proved who it is.
        config: { operation: row, ...(row.limits === 'token' && { isChargedByHandler: true }) },
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          provider.isAsked(request.raw, { row, context: request.bank });
          // oidc-provider has a router of its own, which compares the path as it stands.
          request.raw.url = request.url.replace(/^[^?]*/, routingPath);
          reply.hijack();
          for (const [name, value] of Object.entries({ ...responseHeaders, ...reply.getHeaders() }))
            if (value !== undefined) reply.raw.setHeader(name, value);
          await answer(request.raw, reply.raw);
        },
      });
    }
  });
}

/** Answers something thrown. */
export type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

export const answerJson: ErrorAnswer = (error, request, reply) => {
  const { operation } = request.routeOptions.config;
  const { status, headers, body } = operation && isOAuthCall(operation) ? renderOAuth(error) : render(error, request.headers.accept);
  request.bank.error = asRefusal(error);
  void reply.code(status).headers(headers).send(body);
};
