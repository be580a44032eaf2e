import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third party's own page, to which customers come back from the bank. */
export interface OwnPage {
  readonly redirectUri: string;
  /** The address that a customer comes back with next. */
  back(): Promise<string>;
  close(): void;
}

export async function openOwnPage(): Promise<OwnPage> {
  let came: (address: string) => void = () => undefined;
  const back = (): Promise<string> =>
    new Promise((settle) => {
      came = settle;
    });
  const server = createServer((request, response) => {
    response.end('Thank you. You can close this page.');
    if (request.url?.startsWith('/back?')) came(`${redirectUri}${request.url.slice('/back'.length)}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  return {
    redirectUri,
    back,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
