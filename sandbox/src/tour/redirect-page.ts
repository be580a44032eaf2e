import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third party's page, to which the bank redirects customers. */
export interface RedirectPage {
  readonly redirectUri: string;
  /** The URL of the next redirect. */
  nextRedirect(): Promise<string>;
  close(): void;
}

/** The text for a customer who comes back, by the authorization response (RFC 6749 §4.1.2). */
export function outcomeOf(answer: URLSearchParams): string {
  if (answer.has('code')) return 'Thank you. The bank has your approval.';
  return answer.has('error') ? 'You did not approve, so nothing was shared or paid.' : 'There is nothing here to do.';
}

export async function openRedirectPage(): Promise<RedirectPage> {
  let onRedirect: (address: string) => void = () => undefined;
  const nextRedirect = (): Promise<string> =>
    new Promise((settle) => {
      onRedirect = settle;
    });
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.end(`${outcomeOf(searchParams)} You can close this page.`);
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
