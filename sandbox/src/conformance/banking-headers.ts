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
 * A proxy between the gateway and a service, for OAuth tools that send only a token: it adds the headers that an account
 * request needs (messages.md §1) if they are missing. It learns the consent of each token from the scope in the token
 * response, so each client gets its own consent.
 */
export async function startBankingHeaders(service: string): Promise<BankingHeaders> {
  const consents = new Map<string, string>();
  const server = createServer((clientRequest, clientResponse) => {
    forward(service, clientRequest, clientResponse, consents).catch((error: Error) => {
      clientResponse.writeHead(502).end(error.message);
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

async function forward(
  service: string,
  clientRequest: IncomingMessage,
  clientResponse: ServerResponse,
  consents: Map<string, string>,
): Promise<void> {
  const body = await buffer(clientRequest);
  const serviceResponse = await new Promise<IncomingMessage>((resolve, reject) => {
    send(
      service + clientRequest.url!,
      { method: clientRequest.method, headers: withRequiredHeaders(clientRequest.headers, consents) },
      resolve,
    )
      .once('error', reject)
      .end(body);
  });
  const text = await buffer(serviceResponse);
  if (clientRequest.url === tokenPath && serviceResponse.statusCode === 200) rememberConsent(text, consents);
  const { connection: _, 'transfer-encoding': __, ...headers } = serviceResponse.headers;
  clientResponse.writeHead(serviceResponse.statusCode!, { ...headers, 'content-length': text.length }).end(text);
}

function withRequiredHeaders(headers: IncomingHttpHeaders, consents: ReadonlyMap<string, string>): IncomingHttpHeaders {
  const consent = consents.get(bearer.exec(headers.authorization ?? '')?.[1] ?? '');
  return {
    'x-request-id': randomUUID(),
    'psu-ip-address': '127.0.0.1',
    ...(consent !== undefined && { 'consent-id': consent }),
    ...headers,
  };
}

function rememberConsent(text: Buffer, consents: Map<string, string>): void {
  const { access_token: token, scope = '' } = JSON.parse(text.toString()) as { access_token: string; scope?: string };
  const [, consent] = /^AIS:(\S+)$/.exec(scope) ?? [];
  if (consent !== undefined) consents.set(token, consent);
}
