import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { asPattern, operations, type Service } from '@open-banking/spec';

/** An upstream that echoes the request it received, so that a test sees what the gateway forwards. */
export interface Probe {
  readonly service: Service;
  readonly origin: string;
  readonly port: number;
  readonly seen: string[];
  readonly health: Health;
  close(): Promise<void>;
}

/** The health a probe reports, and the number of health checks since then. */
export interface Health {
  ready: boolean;
  asked: number;
  readonly questions: EventEmitter;
}

const rows = operations.map(({ method, path, service }) => ({ method, service, expression: new RegExp(asPattern(path)) }));

export async function startProbe(service: Service, seen: string[] = []): Promise<Probe> {
  const health: Health = { ready: true, asked: 0, questions: new EventEmitter() };
  const closing = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    // As a replica does that closes its idle connections when it stops: what arrives on one at that moment is not answered.
    if (closing.has(request.socket)) return void request.socket.destroy();
    if (request.headers['x-probe-do'] === 'close-idle') closing.add(request.socket);
    if (request.url === '/health/ready') {
      health.asked += 1;
      health.questions.emit('asked');
      return void response.writeHead(health.ready ? 200 : 503).end();
    }
    void read(request).then((bodyBytes) => {
      answer(service, seen, request, response, bodyBytes);
    });
  });
  const port = await listening(server);
  return {
    service,
    port,
    origin: `http://127.0.0.1:${port}`,
    seen,
    health,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

async function read(request: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const chunk of request) size += (chunk as Buffer).length;
  return size;
}

/** `X-Probe-Do: close-idle` closes the connection when the next request arrives on it; `drop-once` closes it the first time a request id is seen; `hang` never answers; `refuse` answers 503, like a service whose database is down. */
function answer(service: Service, seen: string[], request: IncomingMessage, response: ServerResponse, bodyBytes: number): void {
  const { method, url: target = '', rawHeaders, headers } = request;
  const requestId = String(headers['x-request-id']);
  const first = !seen.includes(requestId);
  seen.push(requestId);
  const maintenance = headers['x-probe-maintenance'];
  if (maintenance) response.setHeader('Maintenance-Window', maintenance);
  if (headers['x-probe-do'] === 'hang') return;
  if (headers['x-probe-do'] === 'drop-once' && first) return void request.socket.destroy();
  if (headers['x-probe-do'] === 'refuse') return void response.writeHead(503, { 'Retry-After': '1' }).end();
  response.setHeader('Server', 'probe/1.0').setHeader('X-Powered-By', 'probe');
  if (headers['x-probe-id']) response.setHeader('X-Request-ID', headers['x-probe-id']);
  const known = rows.filter(({ expression }) => expression.test(target.split('?')[0]!));
  const served = method === 'HEAD' ? 'GET' : method;
  if (known.length > 0 && !known.some((row) => row.method === served))
    return void response.writeHead(405, { Allow: known.map((row) => row.method).join(', ') }).end('{}');
  const body = JSON.stringify({ service, port: request.socket.localPort, method, target, headers: rawHeaders, bodyBytes });
  response
    .setHeader('X-Probe-Method', method!)
    .setHeader('Content-Type', 'application/json')
    .setHeader('Content-Length', Buffer.byteLength(body))
    .end(body);
}
