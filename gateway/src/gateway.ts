import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { echoedInteraction, responseHeaders } from '@open-banking/http/response-headers';
import { services, type Service } from '@open-banking/spec';
import { endRequestSpan, noTraces, recordedTraceId, type Span, type Traces } from '@open-banking/telemetry/tracing';
import { ownAnswered, type AnsweredRequest } from './answered-request.js';
import { answers, refusalBody as textOf, oauthBodyOf, OwnAnswer, type Answer } from './answers.js';
import { readBody } from './body.js';
import { bounds } from './bounds.js';
import { clientCertificateHeader, type CertificateFront } from './client-certificate-header.js';
import { addressesBehind, type Front } from './front.js';
import { answeredHeaders, askedHeaders, servedFacts } from './headers.js';
import { drained, listening } from './listeners.js';
import { SeenMaintenance } from './maintenance.js';
import { page, pageHeaders, portalPages, unknownPage, wantsPage } from './page.js';
import { isRead, Replicas } from './replicas.js';
import { requestIdFor } from './request-id.js';
import { isErrorPage, isOAuthPath, isPortalPage, routeOf, type Route } from './routes.js';
import { tlsOptions, type TlsListener } from './tls.js';
import { forwardedTrace } from './traces.js';

export interface GatewayOptions extends Front, CertificateFront {
  readonly port: number;
  readonly host?: string;
  /** Host name of the portal, where it has an origin of its own. */
  readonly portalHost?: string;
  /** A second listener, for clients with a certificate. */
  readonly tls?: TlsListener;
  /** Origins (`http://host:port`) of each service's replicas. A service without replicas is answered 503. */
  readonly targets: Partial<Record<Service, readonly string[]>>;
  /** Called for every answered request, for the log and the metrics. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** What records its requests; by default nothing is recorded. */
  readonly traces?: Traces;
}

export interface Gateway {
  readonly port: number;
  readonly tlsPort?: number;
  readonly url: string;
  /** Replaces certificate, key and accepted authorities of the second listener; open connections stay. */
  renewTls(tls: TlsListener): void;
  /** Replaces the origins of a service. */
  route(service: Service, origins: readonly string[]): void;
  /** Answers requests in flight, then closes. */
  close(): Promise<void>;
}

type OnAnswer = GatewayOptions['onAnswer'];
interface Fleet {
  readonly replicas: Readonly<Record<Service, Replicas>>;
  readonly maintenance: SeenMaintenance;
  readonly portalHost?: string;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly certificateOf: ReturnType<typeof clientCertificateHeader>;
  readonly traces: Traces;
}

/** One base URL over all services. */
export async function startGateway({
  port,
  host = '127.0.0.1',
  portalHost,
  tls,
  targets,
  onAnswer,
  traces = noTraces,
  ...front
}: GatewayOptions): Promise<Gateway> {
  const replicas = Object.fromEntries(services.map((service) => [service, new Replicas(targets[service] ?? [])])) as Fleet['replicas'];
  const secure = tls && createSecureServer({ ...bounded, ...tlsOptions(tls) });
  const servers = [createServer(bounded), ...(secure ? [secure] : [])];
  const addressOf = addressesBehind(front, servers, (detail) => {
    onAnswer?.({ requestId: requestIdFor(undefined), status: answers.malformed.status, source: 'gateway', ms: 0, detail });
  });
  const certificateOf = clientCertificateHeader(front);
  const fleet = { replicas, maintenance: new SeenMaintenance(), portalHost, addressOf, certificateOf, traces };
  for (const server of servers) serve(server, fleet, onAnswer);
  const [bound, tlsPort] = await Promise.all(servers.map((server, at) => listening(server, at === 0 ? port : tls!.port, host)));
  return {
    port: bound!,
    tlsPort,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    renewTls: (renewed) => secure?.setSecureContext(tlsOptions(renewed)),
    route: (service, origins) => replicas[service].setOrigins(origins),
    close: async () => {
      await Promise.all(servers.map(drained));
      await Promise.all(services.map((service) => replicas[service].close()));
    },
  };
}

const bounded: ServerOptions = {
  maxHeaderSize: bounds.headerBytes,
  headersTimeout: bounds.headersMs,
  requestTimeout: bounds.headersMs + bounds.bodyMs,
  connectionsCheckingInterval: 500,
  // What is announced, and how much later the connection is closed.
  keepAliveTimeout: bounds.keepAliveMs,
  keepAliveTimeoutBuffer: bounds.idleMs - bounds.keepAliveMs,
  requireHostHeader: false,
};

function serve(server: Server, fleet: Fleet, onAnswer: OnAnswer): void {
  // The client neither sends nor reads.
  server.setTimeout(bounds.stalledMs);
  const handle = (request: IncomingMessage, response: ServerResponse) => void answer(fleet, request, response, onAnswer);
  server.on('request', handle);
  server.on('checkExpectation', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { maxBytes = bounds.bodyBytes } = routeOf(targetOf(request).split('?', 1)[0]!) ?? {};
    if (Number(request.headers['content-length'] ?? 0) <= maxBytes) response.writeContinue();
    handle(request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseRaw(socket, answers.unknownPath, onAnswer));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node tells of it and leaves the connection open; nothing can be said on it.
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') socket.destroy();
    else refuseRaw(socket, parserAnswers[error.code ?? ''] ?? answers.malformed, onAnswer);
  });
}

const parserAnswers: Readonly<Record<string, Answer>> = {
  HPE_INVALID_METHOD: answers.unknownMethod,
  HPE_HEADER_OVERFLOW: answers.largeHeaders,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: answers.largeBody,
  ERR_HTTP_REQUEST_TIMEOUT: answers.slow,
};

async function answer(fleet: Fleet, request: IncomingMessage, response: ServerResponse, onAnswer: OnAnswer): Promise<void> {
  const began = performance.now();
  const asked: GatewayRequest = {
    requestId: requestIdFor(request.headers['x-request-id']),
    span: fleet.traces.arrivedSpan(request.method ?? 'none', request.headers),
  };
  let own: OwnAnswer | undefined;
  try {
    await forward(fleet, request, response, asked);
  } catch (error) {
    own = error instanceof OwnAnswer ? error : new OwnAnswer(answers.broken, error);
    if (response.headersSent) response.destroy();
    else refuse(request, response, inMaintenance(own.answer, fleet), { requestId: asked.requestId, portal: portalOrigin(fleet, request) });
  }
  const answered: AnsweredRequest = {
    ...(own ? ownAnswered(own) : { status: response.statusCode, source: 'service' }),
    ...requestFacts(asked),
    method: request.method,
    ms: performance.now() - began,
  };
  onAnswer?.(answered);
  const { status, method = 'none', route } = answered;
  endRequestSpan(asked.span, { method, route, status, more: { 'openbank.request.id': asked.requestId } });
}

const requestFacts = ({ requestId, route, served, span }: GatewayRequest) => ({
  requestId,
  route: route?.path,
  target: route?.service,
  ...served,
  traceId: recordedTraceId(span),
});

/** While maintenance is under way a service that is away is back at its end. */
function inMaintenance(own: Answer, { maintenance }: Fleet): Answer {
  const seconds = own.status === 503 ? maintenance.secondsLeft() : undefined;
  return seconds === undefined ? own : { ...own, retryAfterSeconds: seconds };
}

/** What is known of a request while it is forwarded. */
interface GatewayRequest {
  readonly requestId: string;
  readonly span: Span | undefined;
  route?: Route;
  /** What the service says about it. */
  served?: ReturnType<typeof servedFacts>;
}

async function forward(fleet: Fleet, request: IncomingMessage, response: ServerResponse, asked: GatewayRequest): Promise<void> {
  const target = targetOf(request);
  asked.route = routeOf(target.split('?', 1)[0]!);
  if (!asked.route) throw new OwnAnswer(answers.unknownPath);
  if (!isAtHome(asked.route, fleet, request)) return sendToPortal(asked, target, fleet, request, response);
  const { service } = asked.route;
  const body = await readBody(request, asked.route.maxBytes);
  asked.span?.updateName(`${request.method} ${asked.route.path}`);
  const headers = [
    ...askedHeaders(request.rawHeaders, request.headers.connection, fleet.addressOf(request), forwardedTrace(fleet.traces, asked.span)),
    ...fleet.certificateOf(request),
  ];
  const upstream = await fleet.replicas[service].forward({ method: request.method!, target, headers, body });
  asked.served = servedFacts(upstream.headers);
  fleet.maintenance.see(upstream.headers);
  response.writeHead(upstream.status, answeredHeaders(upstream.headers, asked.requestId));
  await upstream.relay(response);
}

/** The portal and everything else stand at different origins, where the portal has one: a fault of its pages reaches no customer's session. */
const isAtHome = ({ service }: Route, { portalHost }: Fleet, { headers: { host = '' } }: IncomingMessage): boolean =>
  portalHost === undefined || (service === 'portal') === (host.replace(/:\d*$/, '').toLowerCase() === portalHost.toLowerCase());

/** Links of errors are paths under the base URL: where the portal has an origin of its own, they lead there. No other path of the portal does. */
function sendToPortal(
  { route, requestId }: GatewayRequest,
  target: string,
  { portalHost }: Fleet,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!isRead(request.method) || !isErrorPage(route!)) throw new OwnAnswer(answers.unknownPath);
  const location = `${portalOrigin({ portalHost }, request)}${target.split('?', 1)[0]}`;
  response.writeHead(307, { ...responseHeaders, location, 'content-length': '0', 'x-request-id': requestId }).end();
}

/** Where the portal is, at the port that was asked; empty where it is at the one origin of the bank. */
function portalOrigin({ portalHost }: Pick<Fleet, 'portalHost'>, { headers: { host = '' } }: IncomingMessage): string {
  return portalHost === undefined ? '' : `//${portalHost}${/:[1-9]\d*$/.exec(host)?.[0] ?? ''}`;
}

const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/?]*/i, '');
const requestPath = ({ url = '' }: IncomingMessage): string => withoutOrigin(url).split('?', 1)[0]!;

/** Path and query as received, which is what the service gets. */
function targetOf({ url = '', httpVersion, rawHeaders }: IncomingMessage): string {
  const target = withoutOrigin(url);
  if (target.length > bounds.targetBytes) throw new OwnAnswer(answers.longTarget);
  if (/[^\x21-\x7e]|#/.test(target))
    throw new OwnAnswer({ ...answers.malformed, text: 'Path and query consist of visible ASCII; anything else is percent-encoded.' });
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) throw new OwnAnswer(answers.noHost);
  return target;
}

const ownHeaders = (own: Answer, requestId: string, text: string, isPage = false): Record<string, string> => ({
  ...(isPage ? pageHeaders : { ...responseHeaders, 'content-type': 'application/json' }),
  'content-length': String(Buffer.byteLength(text)),
  'x-request-id': requestId,
  ...(own.retryAfterSeconds !== undefined && { 'retry-after': String(own.retryAfterSeconds) }),
});

/** How long a client may continue sending a refused request, so that it reads the response instead of a reset. */
const lingerMs = 1_000;

/**
 * A browser gets a page: of the portal one for developers; elsewhere of a fault on our side, because the customer may have approved
 * something; and of an address that nothing has.
 */
function errorPage({ status }: Answer, request: IncomingMessage, portal: string): string | undefined {
  if (!wantsPage(request.headers.accept)) return undefined;
  const route = routeOf(requestPath(request));
  if (route && isPortalPage(route) && status in portalPages) return portalPages[status as keyof typeof portalPages];
  if (status >= 500) return page;
  return status === answers.unknownPath.status ? unknownPage(portal) : undefined;
}

type PortalRefusal = Pick<GatewayRequest, 'requestId'> & { readonly portal: string };

function refuse(request: IncomingMessage, response: ServerResponse, own: Answer, { requestId, portal }: PortalRefusal): void {
  const unread = !request.complete;
  const asPage = errorPage(own, request, portal);
  const text = asPage ?? (isOAuthPath(requestPath(request)) ? oauthBodyOf(own) : textOf(own));
  const headers = { ...ownHeaders(own, requestId, text, asPage !== undefined), ...echoedInteraction(request.headers) };
  response.writeHead(own.status, { ...headers, ...(unread && { connection: 'close' }) });
  if (!unread) return void response.end(text);
  if (request.method !== 'HEAD') response.write(text);
  else response.flushHeaders();
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.once('end', end).once('close', end).resume();
}

/** Answers input that is not a parsable request. */
function refuseRaw(socket: Duplex, own: Answer, onAnswer: OnAnswer): void {
  if (!socket.writable || socket.destroyed) return void socket.destroy();
  const requestId = requestIdFor(undefined);
  onAnswer?.({ requestId, status: own.status, source: 'gateway', ms: 0 });
  const text = textOf(own);
  const head = Object.entries(ownHeaders(own, requestId, text))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${own.status} ${own.code}\r\n${head}Connection: close\r\n\r\n${text}`, () => socket.destroy());
}
