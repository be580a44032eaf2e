import { once } from 'node:events';
import { connect } from 'node:net';
import { startGateway, type Gateway } from '@open-banking/gateway';
import { exchange, runningBank, type HttpResponse } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';

/** Sends the first bytes of a request. `rest` sends the remaining bytes and reads until the connection closes. */
async function begun(origin: string, first: string): Promise<{ rest(bytes: string): Promise<string> }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  await new Promise<void>((sent) => {
    socket.write(first, () => {
      sent();
    });
  });
  return {
    rest: async (bytes) => {
      socket.write(bytes);
      await closed;
      return heard;
    },
  };
}

const maxTimes = 10;
/** So long a service would wait for connections that it has not closed. */
const shutdownMs = 120_000;

const isOpen = (origin: string): Promise<boolean> =>
  exchange(`${origin}/health/live`).then(
    () => true,
    () => false,
  );
const requestId = (): Record<string, string> => ({ 'x-request-id': crypto.randomUUID() });

describe('a service that is stopped', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  const begin = (drainMs: number): Promise<AnotherProcess> =>
    anotherProcess(bank, 'cards', { settings: { DRAIN_MS: String(drainMs), SHUTDOWN_MS: String(shutdownMs) } });

  it('is immediately not ready, answers for DRAIN_MS, closes each connection after its response, and then stops listening', async () => {
    const drainMs = 2_500;
    for (let times = 1; ; times += 1) {
      const service = await begin(drainMs);
      expect(await exchange(`${service.baseUrl}/health/ready`)).toAnswer(200, { status: 'ready' });
      const before = performance.now();
      const stopped = service.stop();
      try {
        let answer: HttpResponse;
        do answer = await exchange(`${service.baseUrl}/health/ready`);
        while (answer.status === 200);
        expect(answer).toAnswer(503, { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] });
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);

        const asked = await exchange(`${service.baseUrl}/v1.7/cards`, { headers: requestId() });
        expect(asked).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
        expect(asked.headers['connection']).toBe('close');
        expect(await exchange(`${service.baseUrl}/health/live`)).toAnswer(200, { status: 'live' });
      } catch (error) {
        // It was gone when this test asked, because the machine stood still.
        if (performance.now() - before < drainMs || times === maxTimes) throw error;
        await stopped;
        continue;
      }
      await stopped;
      expect(performance.now() - before).toBeGreaterThan(drainMs);
      expect(await isOpen(service.baseUrl)).toBe(false);
      return;
    }
  });

  it('answers every request that had started when its port closed, in the usual form', async () => {
    const service = await begin(0);
    const head = 'HTTP/1.1\r\nHost: bank\r\nX-Request-ID: 99391c7e-ad88-49ec-a2ad-99ddcb1f7721\r\n';
    const [read, write] = [
      await begun(service.baseUrl, `GET /v1.7/cards ${head}`),
      await begun(service.baseUrl, `POST /v1.7/cards ${head}Content-Length: 2\r\n\r\n{`),
    ];
    // A response to a later request shows that these have arrived.
    expect(await isOpen(service.baseUrl)).toBe(true);
    const before = performance.now();
    const stopped = service.stop();
    while (await isOpen(service.baseUrl));
    const answers = await Promise.all([read.rest('\r\n'), write.rest('}')]);
    expect(answers).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 401 [^]*"tppMessages"/),
      expect.stringMatching(/^HTTP\/1\.1 405 [^]*"tppMessages"/),
    ]);
    // Their connections are closed too: the process does not wait for them.
    await stopped;
    expect(performance.now() - before).toBeLessThan(shutdownMs / 2);
  });

  it('loses no read or write behind a gateway that has another replica', async () => {
    const service = await begin(8_000);
    const gateway: Gateway = await startGateway({
      port: 0,
      targets: { cards: [`http://127.0.0.1:${bank.facts.internal.cards.port}`, service.baseUrl] },
    });
    const seen = new Map<number, number>();
    const ask = async (): Promise<void> => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          exchange(`${gateway.url}/v1.7/cards`, { method: at % 2 ? 'POST' : 'GET', headers: requestId(), from: `127.0.${at}.9` }),
        ),
      );
      for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1);
    };
    // Both replicas have answered before, so that requests are on their way all the time that one of them stops.
    await ask();
    let over = false;
    const stopped = service.stop().finally(() => {
      over = true;
    });
    while (!over) await ask();
    await stopped;
    await gateway.close();
    // 401 without a token, or 429 above the rate limit.
    expect([...seen.keys()].filter((status) => ![401, 405, 429].includes(status))).toEqual([]);
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(32);
  });
});
