import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Run in a container, too, as it is (docker/check/witness.mjs): Node strips the types.

/** A request as a service has read it. */
export interface Seen {
  readonly method: string;
  readonly target: string;
  readonly requestId: string;
  /** The id of what was hidden, if this is it. */
  readonly smuggled: string;
}

/** Stands in for every service, and says what it has read. A lenient one takes what the services' own parser refuses. */
export async function startWitness(
  isLenient: boolean,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<{ origin: string; seen: readonly Seen[]; close(): void }> {
  const seen: Seen[] = [];
  const server = createServer({ insecureHTTPParser: isLenient, keepAliveTimeout: 65_000 }, (request, response) => {
    const { method = '', url: target = '', headers } = request;
    if (target === '/health/ready') return void response.end();
    const one = { method, target, requestId: String(headers['x-request-id']), smuggled: String(headers['x-smuggled'] ?? '') };
    seen.push(one);
    request.resume().on('end', () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(one)));
  });
  await new Promise<void>((listening) => server.listen(port, host, listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}
