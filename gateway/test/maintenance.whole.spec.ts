import { startGateway } from '../src/gateway.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { startProbe } from './probes.js';
import { hear } from './raw-request.js';

const kinds = {
  'the Node gateway': (targets: { cards: string[]; securities: string[] }) => startGateway({ port: 0, targets }),
  ...(hasHaproxy && { HAProxy: startHaproxy }),
};

describe.each(Object.entries(kinds))('%s during maintenance', (_, start) => {
  let cards: Awaited<ReturnType<typeof startProbe>>;
  let gateway: Awaited<ReturnType<(typeof kinds)['the Node gateway']>> | Awaited<ReturnType<typeof startHaproxy>>;
  beforeAll(async () => {
    const gone = await startProbe('securities');
    await gone.close();
    cards = await startProbe('cards');
    gateway = await start({ cards: [cards.origin], securities: [gone.origin] });
  });
  afterAll(async () => {
    await gateway.close();
    await cards.close();
  });

  const seconds = (fromNow: number): number => Math.floor(Date.now() / 1_000) + fromNow;
  const asked = (path: string, more = '') =>
    hear({ url: gateway.url }, `GET ${path} HTTP/1.1\r\nHost: bank\r\nX-Request-ID: ${crypto.randomUUID()}\r\n${more}\r\n`);
  /** The gateway's `Retry-After` for a service that is away, after another one has answered with this header, or without. */
  async function retryAfter(announced?: string): Promise<number> {
    const passed = await asked('/v1.7/cards', announced === undefined ? '' : `X-Probe-Maintenance: ${announced}\r\n`);
    expect(passed).toMatchObject({ status: 200 });
    expect(passed!.headers['maintenance-window']).toBe(announced);
    const heard = await asked('/v1.0/securities-accounts');
    expect(heard).toMatchObject({ status: 503 });
    return Number(heard!.headers['retry-after']);
  }

  it('asks clients of a service that is away to come back at the end of the window that services announce', async () => {
    const inAnHour = await retryAfter(`start=@${seconds(-60)}, end=@${seconds(3_600)}`);
    expect(inAnHour).toBeGreaterThan(3_500);
    expect(inAnHour).toBeLessThanOrEqual(3_600);
  });

  it('asks them to come back soon before the window, after it, and once it is withdrawn', async () => {
    expect(await retryAfter(`start=@${seconds(60)}, end=@${seconds(3_600)}`)).toBe(2);
    expect(await retryAfter(`start=@${seconds(-3_600)}, end=@${seconds(-60)}`)).toBe(2);
    expect(await retryAfter(`start=@${seconds(-60)}, end=@${seconds(3_600)}`)).toBeGreaterThan(3_500);
    expect(await retryAfter()).toBe(2);
    expect(await retryAfter('soon')).toBe(2);
  });
});
