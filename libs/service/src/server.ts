import { NotFoundException } from '@nestjs/common';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { requestBudgetMs, withTimeBudget } from '@open-banking/database';
import {
  beginRequest,
  echoedInteraction,
  gatewayLogHeaders,
  headAsGet,
  parseQuery,
  responseHeaders,
  withRequestId,
  type ClientAddress,
} from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import { errorFields, errorReason, type Logs, type Telemetry, countRequest, beginClientSpan, endClientSpan } from '@open-banking/telemetry';
import { recordedTraceId, withSpan } from '@open-banking/telemetry/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnswersAdapter } from './answers.adapter.js';
import type { AnswerCountsService } from './availability/answer-counts.service.js';
import type { ClientCertificate } from './client-certificate.js';
import { deprecationHeaders } from './deprecation.js';
import type { StartupContext } from './service.module.js';
import { ignoreExpectations, unreadableRequests } from './unreadable-requests.js';

export const bodyLimitBytes = 65_536;
const headerLimitBytes = 16_384;

/**
 * Routes have no schemas of Fastify's: bodies are checked by the pipeline. Without its compilers for them a service starts with a twentieth
 * less work.
 */
function noSchemas(): never {
  throw new Error('A route has a Fastify schema: describe its messages with TypeBox in its *.messages.ts instead');
}

/** The option of a Fastify server that has no schemas. */
export const withoutSchemas = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

/** Fastify with a bound on everything a client can make large or slow. */
export function adapter(): FastifyAdapter {
  return new AnswersAdapter({
    logger: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 10_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    // Every path that has GET has HEAD: as the same request, not as a route of its own.
    exposeHeadRoutes: false,
    ...headAsGet,
    forceCloseConnections: 'idle',
    // Requests that came in before the port closed are answered as ever; Fastify would refuse them with a body of its own.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256, querystringParser: parseQuery },
    schemaController: withoutSchemas,
    http: { maxHeaderSize: headerLimitBytes, headersTimeout: 5_000 },
    // Nothing here is a middleware of Express: a step less for each request.
    skipMiddie: true,
    ...unreadableRequests,
  } as never);
}

const headersOfAll = Object.entries(responseHeaders);

type ObservedContext = Pick<StartupContext, 'draining' | 'maintenance' | 'receipts' | 'requestLog' | 'requestMs'>;

/** Finds the client of a request behind the proxies before it: its address, and its certificate. */
export interface ClientOfRequest {
  readonly addressOf: ClientAddress;
  readonly certificateOf: ClientCertificate;
}

/** The frame of every request around its steps: context first, headers of every answer, one line of log, one measure. */
export function observe(
  server: FastifyInstance,
  { written, metrics, traces }: Telemetry,
  { addressOf, certificateOf }: ClientOfRequest,
  { draining, maintenance, receipts, requestLog, requestMs = requestBudgetMs() }: ObservedContext,
  answerCounts: AnswerCountsService,
): void {
  ignoreExpectations(server);
  // Bodies are read as bytes and parsed in validation, after it is known who asks (and signatures need the bytes).
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (request, body, done) => {
    request.bank.rawBody = body as Buffer;
    done(null, body);
  });
  server.addHook('onRoute', (route) => {
    const maxBytes = (route.config as { readonly operation?: Operation } | undefined)?.operation?.maxBytes;
    if (maxBytes !== undefined) route.bodyLimit = maxBytes;
  });
  server.decorateRequest('bank', null as never);
  server.decorateRequest('span', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    request.bank = beginRequest(request, addressOf(request.raw.socket.remoteAddress, request.headers));
    request.span = beginClientSpan(traces, request);
    request.bank.certificate = certificateOf(request.raw);
    for (const [name, value] of headersOfAll) void reply.header(name, value);
    void reply.header('x-request-id', request.bank.requestId).headers(echoedInteraction(request.headers)).headers(maintenance.headers());
    const { operation } = request.bank;
    if (operation) void reply.header(gatewayLogHeaders.operation, operation.id);
    if (request.routeOptions.config.shapes?.produces) void reply.header('vary', 'Accept');
    if (operation?.deprecated) void reply.headers(deprecationHeaders(operation.deprecated, reply.getHeader('link')));
    // Gateways keep connections: none is to be left when the port closes.
    if (draining.started) void reply.header('connection', 'close');
    done(unanswerable(request));
  });
  limitTime(server, requestMs, ({ bank }) => bank.requestId, written.log.isLevelEnabled('debug'));
  if (requestLog)
    server.addHook('onSend', (request, _, payload, done) => {
      requestLog.noteResponse(request, payload);
      done();
    });
  server.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.bank;
    countRequest(metrics, request, reply);
    answerCounts.count(operation, reply.statusCode, reply.elapsedTime);
    if (operation?.kind !== 'health') logRequest(written, request, reply);
    receipts.addRead(request, reply);
    requestLog?.add(request, reply);
    endClientSpan(request, reply);
    done();
  });
}

/** Why a request is refused before anybody asks who sends it. */
function unanswerable({ method, bank }: FastifyRequest): Error | undefined {
  // No path takes QUERY. Fastify would first ask for a Content-Type and answer 400 to a request without one.
  if (method === 'QUERY') return new NotFoundException() as Error;
  // RFC 9110 §11.6.2: one. Who takes the first, and who the last, would not agree on who asks.
  const twice = bank.repeatedHeaders.get('authorization');
  return twice && new Refusal([twice]);
}

/**
 * Once its body has arrived, a request may wait this long for PostgreSQL and for other services, which get its id and its trace. With
 * `named` its context collects the names of the statements it runs.
 */
export function limitTime(
  server: Pick<FastifyInstance, 'addHook'>,
  ms: number,
  requestIdOf: (request: FastifyRequest) => string,
  named = false,
): void {
  server.addHook('preValidation', (request, _, done) => {
    const statements: string[] | undefined = named ? [] : undefined;
    if (statements) request.bank.statements = statements;
    withRequestId(requestIdOf(request), () => {
      withSpan(request.span, () => {
        withTimeBudget(ms, done, statements);
      });
    });
  });
}

/** One line a request; only what an error brings along can hold what must be masked. */
function logRequest(
  { log, plain, fault }: Logs,
  { bank: { requestId, operation, method, clientId, statements, error }, span }: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
): void {
  const line = {
    requestId,
    operation: operation?.id ?? 'none',
    method,
    status: statusCode,
    ms: Math.round(elapsedTime * 10) / 10,
    clientId,
    traceId: recordedTraceId(span),
    statements,
  };
  if (error === undefined) return plain(line);
  if (statusCode === 503) {
    // The reason is the same for every request while it lasts; each request still has its line.
    if (!fault({ event: 'requests cannot be answered', ...line }, error)) log.info({ ...line, reason: errorReason(error) });
    return;
  }
  const logLine = { ...line, ...errorFields(error) };
  if (statusCode >= 500) log.error(logLine);
  else log.info(logLine);
}
