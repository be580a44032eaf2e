import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ownAddress } from './own-address.js';

/** The browser keeps the script, and what it has compiled of it. */
const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'max-age=86400' };

/**
 * A forward proxy for browsers that asks from another address of this machine each time. Sign-ins and pages are limited by address, and the
 * browsers of all test files, which run beside each other, would come from one. What cannot be reached is answered with 502. `scripts` are
 * served by the proxy itself, at their addresses.
 */
export class AddressProxy {
  readonly #server = createServer((asked, answer) => {
    const file = this.scripts.get(asked.url!);
    if (file === undefined) forward(asked, answer);
    else answer.writeHead(200, scriptHeaders).end(readFileSync(file));
  }).on('connect', tunnel);

  constructor(private readonly scripts: ReadonlyMap<string, string> = new Map()) {}

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { 'proxy-connection': _, ...headers } = asked.headers;
  const onward = request(asked.url!, { method: asked.method, headers, localAddress: ownAddress(), agent: false }, (received) => {
    answer.writeHead(received.statusCode!, received.statusMessage, received.rawHeaders);
    received.pipe(answer);
    received.on('error', () => answer.destroy());
  });
  onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

/** For https. */
function tunnel({ url }: IncomingMessage, browser: Duplex, head: Buffer): void {
  const { hostname: host, port } = new URL(`https://${url}`);
  const bank = connect({ host, port: Number(port || 443), localAddress: ownAddress() }, () => {
    browser.write('HTTP/1.1 200 OK\r\n\r\n');
    bank.write(head);
    bank.pipe(browser).pipe(bank);
  });
  bank.on('error', () => browser.destroy());
  browser.on('error', () => bank.destroy());
}
