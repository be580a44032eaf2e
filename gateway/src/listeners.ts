import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bounds } from './bounds.js';

/** Listens, and returns the port. */
export async function listening(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Closes each kept-alive connection after its response, and any remaining connection after the maximum response time. */
export async function drained(server: Server): Promise<void> {
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const late = setTimeout(() => {
    server.closeAllConnections();
  }, bounds.bodyMs + bounds.serverMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearInterval(idle);
  clearTimeout(late);
}
