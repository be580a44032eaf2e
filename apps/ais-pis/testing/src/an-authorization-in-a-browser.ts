import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningBank } from '@open-banking/testing';
import type { TestBrowser } from '@open-banking/testing/browser';

/** Authorizations of a client of this bank that begin in a browser, and the page at the client to which they return. Available from `beforeAll` on. */
export function authorizationsIn(browser: TestBrowser, bank: RunningBank) {
  let client: Server;
  let redirectUri: string;

  beforeAll(async () => {
    client = createServer((_, response) => response.end('back at the client'));
    await new Promise<void>((listening) => client.listen(0, '127.0.0.1', listening));
    redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/back`;
  });

  afterAll(async () => {
    client?.closeAllConnections();
    client?.close();
  });

  return {
    get redirectUri(): string {
      return redirectUri;
    },
    /** Opens the bank's first page of an authorization to read balances and transactions. */
    started: async (options: Parameters<typeof browser.open>[1] = {}) => {
      const party = await bank.client({ name: 'Budget', redirectUri });
      const authorization = party.authorization('consents', `AIS:${await party.createConsent({ balances: [], transactions: [] })}`);
      return { party, authorization, ...(await browser.open(authorization.url, { locale: 'en-GB', ...options })) };
    },
  };
}
