import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third party's page, to which the bank redirects customers. */
export interface RedirectPage {
  readonly redirectUri: string;
  /** The URL of the next redirect. */
  nextRedirect(): Promise<string>;
  close(): void;
}

export async function openRedirectPage(): Promise<RedirectPage> {
  let onRedirect: (address: string) => void = () => undefined;
  const nextRedirect = (): Promise<string> =>
    new Promise((settle) => {
      onRedirect = settle;
    });
  const server = createServer((request, response) => {
    response.end('Thank you. You can close this page.');
    if (request.url?.startsWith('/back?')) onRedirect(`${redirectUri}${request.url.slice('/back'.length)}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  return {
    redirectUri,
    nextRedirect,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
