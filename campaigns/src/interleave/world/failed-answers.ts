import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { actorPrefix } from '../scheduler/gate-protocol.js';

let failed: string[] = [];

// All requests of this process, from any of its parts.
subscribe('http.client.response.finish', (message) => {
  const { request, response } = message as { readonly request: ClientRequest; readonly response: IncomingMessage };
  const id = String(request.getHeader('x-request-id') ?? '');
  const status = response.statusCode ?? 0;
  // 503: a transaction that has met others too often, or had no time left.
  if (!id.toLowerCase().startsWith(actorPrefix) || status < 500 || status === 503) return;
  failed.push(`${request.method} ${request.path.replace(/[0-9a-f-]{36}|[\w-]{43}/g, '…').split('?')[0]} is answered ${status}`);
});

/** The requests of actors that were answered with a server error since this was asked last. */
export function failedAnswers(): string[] {
  const found = failed;
  failed = [];
  return found;
}
