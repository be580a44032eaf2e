import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { InternalConnections } from '../src/internal-exchange.js';

describe('connections to another service', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((_, answer) => answer.end('answered')).on('connection', (socket) => sockets.push(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('are kept, belong to one service, and end with it', async () => {
    const [one, other] = [new InternalConnections(), new InternalConnections()];
    for (const connections of [one, other, one, other])
      expect(await connections.exchange(url, { method: 'GET' })).toEqual({ status: 200, body: 'answered' });
    expect(sockets).toHaveLength(2);

    const closed = once(sockets[0]!, 'close');
    one.close();
    await closed;
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    await other.exchange(url, { method: 'GET' });
    expect(sockets).toHaveLength(2);

    const last = once(sockets[1]!, 'close');
    other.close();
    await last;
  });
});
