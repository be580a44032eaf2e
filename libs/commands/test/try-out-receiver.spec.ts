import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guardedPost, type NotFetched } from '@open-banking/http';
import { tryOutReceiver } from '../src/notifications/try-out-receiver.js';

describe('the receivers for trying out', () => {
  const asked: unknown[] = [];
  const gateway = createServer((request, response) => {
    asked.push([request.headers.host, request.url]);
    response.writeHead(404).end();
  });
  beforeAll(() => once(gateway.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => gateway.close());
  const posted = async (address: string, inSandbox = true): Promise<NotFetched> => {
    const { port } = gateway.address() as AddressInfo;
    const own = tryOutReceiver('http://bank.internal:8080', `http://127.0.0.1:${port}`);
    const answer = await guardedPost(address, {}, Buffer.from('{}'), { loopback: false, ...(inSandbox && { own }) }).catch(
      (error: unknown) => error,
    );
    return answer as NotFetched;
  };

  it("are the only addresses of the bank's own that are called, in a sandbox, and are dialled at the gateway", async () => {
    const receiver = `http://bank.internal:8080/receiver/${'a'.repeat(22)}`;
    expect((await posted(`${receiver}?of=consents`)).status).toBe(404);
    expect(asked).toEqual([['bank.internal:8080', `/receiver/${'a'.repeat(22)}?of=consents`]]);
    asked.length = 0;
    const others = [
      `${receiver}/more`,
      `${receiver}x`,
      'http://bank.internal:8080/receiver/../takes',
      receiver.replace('8080', '8081'),
      receiver.replace('bank.', 'other.'),
      receiver.replace('bank.', 'me@bank.'),
    ];
    for (const address of others) expect([address, (await posted(address)).message]).toEqual([address, 'must be https']);
    expect((await posted(receiver, false)).message).toBe('must be https');
    expect(asked).toEqual([]);
  });
});
