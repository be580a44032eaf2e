import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { InternalVerifier } from '@open-banking/access';
import { requestBudgetMs } from '@open-banking/database';
import { INTERNAL, type Contract, type InternalRequest } from '@open-banking/contracts';
import {
  Answer,
  boundMethods,
  canBeMade,
  cannotBeMadeText,
  faultsOfClass,
  headAsGet,
  isUuid,
  jsonBody,
  linesBody,
  render,
  withoutUnknownFields,
} from '@open-banking/http';
import { refuseAll, Refusal } from '@open-banking/messages';
import { asRoute, feedInternal, type Operation } from '@open-banking/spec';
import { recordedTraceId } from '@open-banking/telemetry/tracing';
import { errorFields, type Logs, type Telemetry, endCallSpan, traceCalls } from '@open-banking/telemetry';
import { limitTime, withoutSchemas } from './server.js';
import { ignoreExpectations, unreadableRequests } from './unreadable-requests.js';

interface Endpoint {
  readonly contract: Contract;
  readonly answer: (request: InternalRequest) => unknown;
}

/** The methods of providers that carry `@ServesInternal`, bound to their instances. Those of the sandbox exist only there. */
export const internalEndpoints = (instances: readonly object[], sandbox: boolean): Endpoint[] =>
  boundMethods<Contract>(instances, INTERNAL)
    .filter(({ metadata }) => sandbox || !metadata.sandbox)
    .map(({ metadata: contract, method }) => ({ contract, answer: method as Endpoint['answer'] }));

/** Less than a caller waits (`InternalCalls`): it gets an error in place of running into its own time limit. */
const callBudgetMs = (requestMs: number): number => requestMs - 300;

const options = {
  logger: false,
  bodyLimit: 1_048_576,
  exposeHeadRoutes: false,
  ...headAsGet,
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  schemaController: withoutSchemas,
  // Services hand on what clients name in paths of their own, where it is longer than any id.
  routerOptions: { maxParamLength: 1_024 },
  ...unreadableRequests,
} as const;

type InternalObserved = Pick<Telemetry, 'metrics' | 'traces'> & { readonly written: Pick<Logs, 'log' | 'fault'> };

/** The internal port: signed calls between services and from the operator, and the metrics. */
export function internalServer(
  endpoints: readonly Endpoint[],
  verifier: InternalVerifier,
  { metrics, written: { log, fault }, traces }: InternalObserved,
  requestMs = requestBudgetMs(),
): FastifyInstance {
  const server = fastify({ ...options, genReqId: ({ headers }) => requestIdIn(headers) ?? randomUUID() });
  ignoreExpectations(server);
  readBytes(server);
  traceCalls(server, traces);
  limitTime(server, callBudgetMs(requestMs), ({ id }) => id);
  server.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = render(withoutClient(tooLarge(error, request) ?? error));
    if (status === 503) fault({ event: 'internal calls cannot be answered', ...callFields(request) }, error);
    else if (status >= 500) log.error({ ...callFields(request), status, ...errorFields(error) });
    const answer = () => void reply.code(status).headers(headers).send(body);
    // A client that is still sending reads no response until it is done: the rest of its body is read and dropped.
    if (status === 413) void drained(request.raw).then(answer);
    else answer();
  });
  server.setNotFoundHandler(() => {
    throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: unknownInternalPath }]);
  });
  server.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.text()));
  for (const { contract, answer } of endpoints) {
    server.route({
      method: contract.method,
      url: asRoute(contract.path),
      config: { operation: contract as Operation },
      ...(contract.maxBytes !== undefined && { bodyLimit: contract.maxBytes }),
      onResponse: (request, reply, done) => {
        // A timer's call is one of many and belongs to nothing that anybody asks about.
        const level = requestIdIn(request.headers) === undefined ? 'debug' : 'info';
        log[level]({ ...callFields(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 });
        endCallSpan(request, reply);
        done();
      },
      handler: async (request, reply) => {
        const { caller, operator } = await verifier.verify(request.headers.authorization, contract);
        const body = readBody(contract, caller, request.headers['content-type'], request.body as Buffer);
        const result = await answer({ caller, operator, params: identified(contract, request.params as Record<string, string>), body });
        return answerWith(reply, result);
      },
    });
  }
  return server;
}

/** 200 with the answer, 204 without one, or the status that it names. */
function answerWith(reply: FastifyReply, result: unknown): FastifyReply {
  if (result === undefined) return reply.code(204).send();
  if (!(result instanceof Answer)) return reply.send(result);
  const { status = 200, headers, body } = result;
  return reply.code(status).headers(headers).send(body);
}

/** A body stays bytes until it is known who calls. */
function readBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    done(null, body);
  });
}

/** The id that the caller gave: that of the client's request for which it calls. */
const requestIdIn = ({ 'x-request-id': given }: FastifyRequest['headers']): string | undefined => (isUuid(given) ? given : undefined);

const callFields = ({ id, span, routeOptions }: FastifyRequest): object => ({
  requestId: id,
  traceId: recordedTraceId(span),
  internal: true,
  operation: routeOptions.config.operation?.id ?? 'none',
});

const unknownInternalPath =
  'The internal port has no such operation. Health is at the public port of each service: /health/live and /health/ready.';

const maxDrainedBytes = 64 << 20;
const maxDrainMs = 5_000;

/** Reads a body to its end, for a while and up to a size. */
async function drained(request: IncomingMessage): Promise<void> {
  const until = performance.now() + maxDrainMs;
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxDrainedBytes || performance.now() > until) return;
    }
  } catch {
    // The sender has gone.
  }
}

/** A body that is larger than its operation takes: with the limit of this operation, and what to do where it can be sent in parts. */
function tooLarge(error: unknown, { routeOptions: { bodyLimit, config } }: FastifyRequest): Refusal | undefined {
  if ((error as { statusCode?: unknown }).statusCode !== 413) return undefined;
  const parts =
    config.operation?.id === feedInternal.applyFeed.id ? ' Send fewer steps at once, and a larger step in parts (docs/feed.md).' : '';
  return new Refusal([{ code: 'FORMAT_ERROR', text: `The body is too large: at most ${bodyLimit / 1_024} KiB.${parts}` }], error, {
    status: 413,
  });
}

/** A caller of the internal port has neither client nor consent, so an unknown id must not speak of them. */
function withoutClient(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const faults = error.faults.map((fault) =>
    fault.code === 'RESOURCE_UNKNOWN' && fault.text === undefined ? { ...fault, text: 'Nothing with this id exists.' } : fault,
  );
  return new Refusal(faults, error.detail, error.hints);
}

/**
 * The parameters in the formats of their row. An id that no column holds is unknown before a statement sees it, and so is the nil UUID;
 * one that the caller chooses, of what a PUT makes, is malformed.
 */
function identified({ formats = {}, method, path }: Contract, params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const byUuid = formats[name]?.kind === 'uuid';
      if (value.includes('\0') || (byUuid && !canBeMade(value)))
        throw byUuid && method === 'PUT' && path.endsWith(`/{${name}}`)
          ? malformedId(name)
          : new Refusal('RESOURCE_UNKNOWN', { parameter: name });
      return [name, byUuid ? value.toLowerCase() : value];
    }),
  );
}

const malformedId = (path: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', path, text: cannotBeMadeText }]);

/**
 * The body, checked by its class. Fields that the class does not declare are ignored where a service sends them: it may be of a later
 * release. An operator's are refused: a mistyped name would otherwise be left out without a word.
 */
function readBody({ body: type }: Contract, caller: string, contentType: string | undefined, raw: Buffer): unknown {
  if (type === undefined) return undefined;
  if (type === 'application/x-ndjson') return linesBody(contentType, raw);
  const { value, faults } = jsonBody(contentType, raw);
  refuseAll(faults);
  const found = faultsOfClass(type, value);
  if (found.length === 0) return value;
  if (caller === 'operator') refuseAll(found);
  const known = withoutUnknownFields(type, value);
  refuseAll(faultsOfClass(type, known));
  return known;
}
