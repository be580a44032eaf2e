import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '@open-banking/testing';
import type { AnsweredRequest } from '../src/answered-request.js';
import { startGateway, type Gateway } from '../src/gateway.js';
import { hear } from './raw-request.js';

const chunkBytes = 64 * 1024;
const chunks = 768;
/** Far more than the system keeps for the two connections. */
const maxUnreadBytes = 24 * 1024 * 1024;

describe('the Node gateway, of an answer that it passes on,', () => {
  let respond: RequestListener;
  const service = createServer((request, response) => {
    respond(request, response);
  });
  const answered: AnsweredRequest[] = [];
  let gateway: Gateway;

  beforeAll(async () => {
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    gateway = await startGateway({ port: 0, targets: { cards: [origin] }, onAnswer: (one) => answered.push(one) });
  });
  beforeEach(() => {
    answered.length = 0;
  });
  afterAll(async () => {
    await gateway.close();
    service.closeAllConnections();
    service.close();
  });

  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = (await once(get(`${gateway.url}/v1.7/cards`, { agent: false }), 'response')) as [IncomingMessage];
    return answer;
  };

  it('takes no more from the service than a slow client reads, and leaves out nothing', async () => {
    const [sent, received] = [createHash('sha256'), createHash('sha256')];
    let written = 0;
    const write = async (response: ServerResponse): Promise<void> => {
      for (let at = 0; at < chunks; at += 1) {
        const chunk = Buffer.alloc(chunkBytes, at);
        written += chunkBytes;
        sent.update(chunk);
        if (!response.write(chunk)) await once(response, 'drain');
      }
      response.end();
    };
    respond = (_, response) => void write(response);
    let read = 0;
    let maxUnread = 0;
    for await (const part of await ask()) {
      received.update(part as Buffer);
      read += (part as Buffer).length;
      maxUnread = Math.max(maxUnread, written - read);
      await nextTurn();
    }
    expect(read).toBe(chunks * chunkBytes);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    expect(maxUnread).toBeLessThan(maxUnreadBytes);
    expect(answered).toMatchObject([{ status: 200, source: 'service' }]);
  });

  it('closes the connection of its client where the service stops half-way, and answers the next request', async () => {
    respond = (_, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    };
    await expect(ask().then(text)).rejects.toThrow();
    await until('the request is answered', () => answered.length === 1);

    respond = (_, response) => response.end('whole');
    expect(await text(await ask())).toBe('whole');
  });

  it('lets the service go where its client disconnects half-way', async () => {
    let served: ServerResponse | undefined;
    respond = (_, response) => {
      served = response;
      response.write('half');
    };
    const answer = await ask();
    answer.once('error', () => undefined).destroy();
    await until('the service has lost its client', () => served!.destroyed);
    await until('the request is answered', () => answered.length === 1);
    expect(served!.writableEnded).toBe(false);
  });

  it('keeps interim responses to itself', async () => {
    respond = (_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('whole');
    };
    const heard = await hear(gateway, 'GET /v1.7/cards HTTP/1.1\r\nHost: bank\r\n\r\n');
    expect(heard).toMatchObject({ status: 200, body: 'whole' });
    expect(heard!.bytes).not.toContain('103');
  });
});
