import { randomUUID } from 'node:crypto';
import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { issuerHomes } from '@open-banking/spec';

export interface BankingHeaders {
  readonly origin: string;
  close(): Promise<void>;
}

const tokenPath = `${issuerHomes.consents.path}/token`;
const bearer = /^(?:Bearer|DPoP) +(\S+)$/i;

/**
 * Stands between the gateway and a service, for OAuth tools that send a token and nothing else: adds the headers that an
 * account request needs (messages.md §1) where they are missing. Which consent a token is for is learnt from the scope of
 * the token answer that passes by, so each client is given its own.
 */
export async function startBankingHeaders(service: string): Promise<BankingHeaders> {
  const consents = new Map<string, string>();
  const server = createServer((asked, answer) => {
    forward(service, asked, answer, consents).catch((error: Error) => {
      answer.writeHead(502).end(error.message);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

async function forward(service: string, asked: IncomingMessage, answer: ServerResponse, consents: Map<string, string>): Promise<void> {
  const body = await buffer(asked);
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    send(service + asked.url!, { method: asked.method, headers: completed(asked.headers, consents) }, resolve)
      .once('error', reject)
      .end(body);
  });
  const text = await buffer(answered);
  if (asked.url === tokenPath && answered.statusCode === 200) note(text, consents);
  const { connection: _, 'transfer-encoding': __, ...headers } = answered.headers;
  answer.writeHead(answered.statusCode!, { ...headers, 'content-length': text.length }).end(text);
}

function completed(headers: IncomingHttpHeaders, consents: ReadonlyMap<string, string>): IncomingHttpHeaders {
  const consent = consents.get(bearer.exec(headers.authorization ?? '')?.[1] ?? '');
  return {
    'x-request-id': randomUUID(),
    'psu-ip-address': '127.0.0.1',
    ...(consent !== undefined && { 'consent-id': consent }),
    ...headers,
  };
}

function note(text: Buffer, consents: Map<string, string>): void {
  const { access_token: token, scope = '' } = JSON.parse(text.toString()) as { access_token: string; scope?: string };
  const [, consent] = /^AIS:(\S+)$/.exec(scope) ?? [];
  if (consent !== undefined) consents.set(token, consent);
}
