import fc from 'fast-check';
import { valkeyAddressOf } from '@open-banking/config';
import { AnswerLosingProxy, describeWithValkey, eventually, valkeyServer, type ValkeyServer } from '@open-banking/testing/valkey';
import { LimitStoreAway } from '../src/limit-store-away.js';
import { MemoryWindowStorage } from '../src/memory-window-storage.js';
import { closeClient, valkeyClient } from '../src/valkey-client.js';
import { ValkeyWindowStorage, type StoreTimeouts } from '../src/valkey-window-storage.js';
import { windowStates, type LimitDecision, type LimitWindow, type WindowStorage } from '../src/window-storage.js';

const window = (seconds: number, limit: number): LimitWindow => ({ name: `${seconds} s`, seconds, limit });
const day = (limit: number) => window(86_400, limit);
const times = (count: number, request: () => Promise<LimitDecision>): Promise<LimitDecision[]> =>
  Promise.all(Array.from({ length: count }, request));
const admitted = (decisions: readonly LimitDecision[]): number => decisions.filter((decision) => decision.admitted).length;

let clients = 0;
/** A client that no other test has charged. */
const someone = (): string => `client ${++clients} listCards`;

/** A test that runs into the next minute starts again: its windows would begin anew in the middle. */
async function withinAMinute(story: () => Promise<() => void>): Promise<void> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000);
    const expectations = await story();
    if (Math.floor(Date.now() / 60_000) === minute) return expectations();
  }
}

describeWithValkey('The storage that replicas share', () => {
  const server = valkeyServer();
  const opened: ValkeyWindowStorage[] = [];
  const events: string[] = [];
  /** With timeouts so long that no busy machine reaches them, unless the test is of a store that is away. */
  const open = (
    url = server.current.url,
    client = valkeyClient(valkeyAddressOf(url)!, {}),
    timeouts?: StoreTimeouts,
  ): ValkeyWindowStorage => {
    const observer = { onAway: (reason: string) => events.push(`away: ${reason}`), onBack: () => events.push('back') };
    const storage = new ValkeyWindowStorage(
      client,
      'limits:cards:',
      observer,
      timeouts ?? { decideWithinMs: 60_000, openWithinMs: 60_000 },
    );
    opened.push(storage);
    return storage;
  };
  const opening = async (url?: string): Promise<ValkeyWindowStorage> => {
    const storage = open(url);
    await storage.open();
    return storage;
  };
  const command = async (...words: [string, ...string[]]): Promise<unknown> => {
    const client = valkeyClient(valkeyAddressOf(server.current.url)!, {});
    await new Promise((ready) => client.once('ready', ready));
    const [name, ...of] = words;
    return client.call(name, of).finally(() => closeClient(client));
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()));
    events.length = 0;
  });

  it('admits exactly N of M concurrent requests over several connections', async () => {
    const storages = await Promise.all([opening(), opening(), opening()]);
    const key = someone();
    let next = 0;
    const decisions = await times(600, () => storages[next++ % 3]!.consume(key, [day(37), day(1_000)]));
    expect(admitted(decisions)).toBe(37);
  });

  it('charges an admitted request to all windows and a refused one to none', () =>
    withinAMinute(async () => {
      const storage = await opening();
      const key = someone();
      const decisions = await times(20, () => storage.consume(key, [window(60, 2), window(3_600, 5)]));
      const [, untouched] = (await storage.consume(key, [window(60, 2), window(3_600, 5)])).remaining;
      const other = await storage.consume(someone(), [window(60, 2), window(3_600, 5)]);
      return () => {
        expect(admitted(decisions)).toBe(2);
        expect(untouched).toBe(3);
        expect(other).toMatchObject({ admitted: true, remaining: [1, 4] });
      };
    }));

  it('starts windows at multiples of their length in Unix time, by the clock of the server', async () => {
    const storage = await opening();
    const before = Number(((await command('TIME')) as string[])[0]);
    const windows = [window(60, 1), day(1)];
    const decision = await storage.consume(someone(), windows);
    const { atSeconds } = decision;
    const after = Number(((await command('TIME')) as string[])[0]);
    expect(atSeconds).toBeGreaterThanOrEqual(before);
    expect(atSeconds).toBeLessThanOrEqual(after);
    expect(windowStates(decision, windows).map(({ resetSeconds }) => resetSeconds)).toEqual([
      60 - (atSeconds % 60),
      86_400 - (atSeconds % 86_400),
    ]);
  });

  it('begins a window anew when it ends, and forgets keys with their longest window', async () => {
    const storage = await opening();
    let [key, first, refused]: [string, LimitDecision?, LimitDecision?] = [''];
    do {
      key = someone();
      [first] = await times(2, () => storage.consume(key, [window(1, 1), window(2, 100)]));
      refused = await storage.consume(key, [window(2, 1)]);
    } while (Math.floor(first!.atSeconds / 2) !== Math.floor(refused.atSeconds / 2));
    expect([first!.admitted, refused.admitted]).toEqual([true, false]);
    const used = `limits:cards:{${key.replace(' listCards', '}')} listCards`;
    expect(Number(await command('PTTL', used))).toBeLessThanOrEqual(2_000); // -2: it is gone already
    await eventually(async () => (await command('EXISTS', used)) === 0);
    expect((await storage.consume(key, [window(2, 1)])).admitted).toBe(true);
    const kept = (await command('KEYS', `*{${key.replace(' listCards', '}')} charge *`)) as string[];
    expect(kept.length).toBeGreaterThan(0);
    for (const id of kept) expect(Number(await command('PTTL', id))).toBeLessThanOrEqual(10_000);
  });

  it('counts exactly up to the largest limit', async () => {
    const storage = await opening();
    const { remaining } = await storage.consume(someone(), [day(999_999_999_999_999)]);
    expect(remaining).toEqual([999_999_999_999_998]);
  });

  it('asks once per decision, also after the server has forgotten the script', async () => {
    const storage = await opening();
    const key = someone();
    await storage.consume(key, [day(1_000)]);
    let charged = 1;
    const calls = (stats: unknown, name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(String(stats))?.[1] ?? 0);
    const callsOf50 = async (): Promise<readonly number[]> => {
      await command('CONFIG', 'RESETSTAT');
      await times(50, () => storage.consume(key, [day(1_000)]));
      charged += 50;
      const stats = await command('INFO', 'commandstats');
      return [calls(stats, 'evalsha'), calls(stats, 'eval')];
    };
    // A connection that is silent for a second is opened anew, and what it owes asked again: also where the machine stood still.
    let seen = await callsOf50();
    for (let more = 0; more < 5 && seen[0] !== 50; more++) seen = await callsOf50();
    expect(seen).toEqual([50, 0]);
    await command('SCRIPT', 'FLUSH');
    const decisions = await times(50, () => storage.consume(key, [day(1_000)]));
    expect(admitted(decisions)).toBe(50);
    expect((await storage.consume(key, [day(1_000)])).remaining).toEqual([1_000 - charged - 51]);
    expect(events).toEqual([]);
  });

  it('counts a charge once whose answer is lost and that is sent again', async () => {
    const proxy = await AnswerLosingProxy.start(server.current.port, /^\$\d+\r\n[01] \d+ /);
    const storage = await opening(`valkey://127.0.0.1:${proxy.port}`);
    const key = someone();
    proxy.losing = 1;
    expect(await storage.consume(key, [day(5)])).toMatchObject({ admitted: true, remaining: [4] });
    proxy.losing = 2;
    expect(await storage.consume(key, [day(5)])).toMatchObject({ admitted: true, remaining: [3] });
    expect(proxy.lost).toBe(3);
    proxy.losing = 1;
    const decisions = await times(20, () => storage.consume(key, [day(5)]));
    expect(admitted(decisions)).toBe(3);
    expect(events).toEqual([]);
    proxy.close();
  });

  it('decides any sequence of requests as the storage in memory does', async () => {
    const shared = await opening();
    const windows = fc.uniqueArray(
      fc.record({ seconds: fc.constantFrom(1, 2, 60, 3_600, 86_400), limit: fc.integer({ min: 1, max: 12 }) }),
      {
        selector: ({ seconds }) => seconds,
        minLength: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(windows, fc.array(fc.nat(2), { maxLength: 60 }), async (limits, callers) => {
        let now = 0;
        const memory: WindowStorage = new MemoryWindowStorage(() => now);
        const keys = [someone(), someone(), someone()];
        const of = limits.map(({ seconds, limit }) => window(seconds, limit));
        for (const caller of callers) {
          const decision = await shared.consume(keys[caller]!, of);
          now = decision.atSeconds;
          expect(await memory.consume(keys[caller]!, of)).toEqual(decision);
        }
      }),
      { numRuns: 60 },
    );
  });

  const outages: [string, (one: ValkeyServer) => Promise<void> | void, (one: ValkeyServer) => Promise<void> | void][] = [
    ['hangs', (one) => one.freeze(), (one) => one.thaw()],
    ['is killed', (one) => one.kill(), (one) => one.restart()],
  ];
  it.each(outages)(
    'says soon that the server %s, once, asks it for no decision until then, and finds it when it is back',
    async (_, away, back) => {
      const client = valkeyClient(valkeyAddressOf(server.current.url)!, {});
      let asked = 0;
      const { chargeWindows } = client;
      client.chargeWindows = (...of) => {
        asked += 1;
        return chargeWindows.apply(client, of);
      };
      const storage = open(undefined, client, { decideWithinMs: 500, openWithinMs: 2_000 });
      await storage.open();
      const key = someone();
      const isAdmitted = () =>
        storage.consume(key, [day(1_000)]).then(
          ({ admitted: is }) => is,
          () => false,
        );
      // Half a second may pass while the machine stands still: the store then counts as away until it is asked again.
      await eventually(isAdmitted);
      events.length = 0;
      await away(server.current);
      try {
        const began = performance.now();
        const refused = await Promise.allSettled(Array.from({ length: 30 }, () => storage.consume(key, [day(1_000)])));
        expect(performance.now() - began).toBeLessThan(15_000);
        for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(LimitStoreAway) as unknown });
        const before = asked;
        const next = storage.consume(key, [day(1_000)]);
        expect(asked).toBe(before);
        await expect(next).rejects.toThrow(LimitStoreAway);
      } finally {
        await back(server.current);
      }
      await eventually(isAdmitted);
      expect(events.slice(0, 2)).toEqual([expect.stringMatching(/^away: ./), 'back']);
    },
  );

  it('is away while the server answers and cannot write', async () => {
    const storage = await opening();
    await command('CONFIG', 'SET', 'maxmemory', '1');
    try {
      await expect(storage.consume(someone(), [day(5)])).rejects.toThrow(LimitStoreAway);
      expect(events).toEqual([expect.stringMatching(/^away: OOM/)]);
    } finally {
      await command('CONFIG', 'SET', 'maxmemory', '0');
    }
    await eventually(() => !storage.isAway);
    expect((await storage.consume(someone(), [day(5)])).admitted).toBe(true);
  });
});
