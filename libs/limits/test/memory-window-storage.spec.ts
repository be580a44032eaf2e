import fc from 'fast-check';
import { MemoryWindowStorage } from '../src/memory-window-storage.js';
import { windowStates, type LimitDecision, type LimitWindow } from '../src/window-storage.js';

const second = (limit: number): LimitWindow => ({ name: 'second', seconds: 1, limit });
const minute = (limit: number): LimitWindow => ({ name: 'minute', seconds: 60, limit });
const day = (limit: number): LimitWindow => ({ name: 'day', seconds: 86_400, limit });

const midnight = 1_800_057_600;
let now = midnight;
const clock = () => now;
const charge = async (storage: MemoryWindowStorage, key: string, windows: readonly LimitWindow[], at: number): Promise<LimitDecision> => {
  now = at;
  return storage.consume(key, windows);
};
const admitted = (decisions: readonly LimitDecision[]): number => decisions.filter((decision) => decision.admitted).length;
const times = (count: number, request: () => Promise<LimitDecision>): Promise<LimitDecision[]> =>
  Promise.all(Array.from({ length: count }, request));

describe('The storage of one replica', () => {
  it('admits exactly N of M concurrent requests under a limit of N', async () => {
    const storage = new MemoryWindowStorage(clock);
    const decisions = await times(500, () => charge(storage, 'client a x', [second(37), day(1_000)], midnight));
    expect(admitted(decisions)).toBe(37);
  });

  it('counts each key separately', async () => {
    const storage = new MemoryWindowStorage(clock);
    await times(5, () => charge(storage, 'client a x', [second(5)], midnight));
    expect((await charge(storage, 'client a x', [second(5)], midnight)).admitted).toBe(false);
    expect((await charge(storage, 'client b x', [second(5)], midnight)).admitted).toBe(true);
  });

  it('starts every window at a multiple of its length in Unix time, not at the first request', async () => {
    const storage = new MemoryWindowStorage(clock);
    const late = midnight + 59;
    expect(windowStates(await charge(storage, 'client a x', [minute(1)], late), [minute(1)])).toEqual([
      { name: 'minute', limit: 1, remaining: 0, resetSeconds: 1 },
    ]);
    expect((await charge(storage, 'client a x', [minute(1)], late)).admitted).toBe(false);
    expect((await charge(storage, 'client a x', [minute(1)], midnight + 60)).admitted).toBe(true);
  });

  it('resets a used-up day at midnight, not 24 hours after it was used up', async () => {
    const storage = new MemoryWindowStorage(clock);
    const evening = midnight + 86_000;
    await charge(storage, 'client a x', [day(1)], evening);
    const refused = await charge(storage, 'client a x', [day(1)], evening);
    expect(refused).toEqual({ admitted: false, atSeconds: evening, remaining: [0] });
    expect(windowStates(refused, [day(1)])).toEqual([{ name: 'day', limit: 1, remaining: 0, resetSeconds: 400 }]);
    expect((await charge(storage, 'client a x', [day(1)], midnight + 86_400)).admitted).toBe(true);
  });

  it('does not charge refused requests to any window', async () => {
    const storage = new MemoryWindowStorage(clock);
    const windows = [second(2), minute(3)];
    await times(20, () => charge(storage, 'client a x', windows, midnight));
    const [, ofMinute] = (await charge(storage, 'client a x', windows, midnight + 1)).remaining;
    expect(ofMinute).toBe(0);
    const [ofSecond] = (await charge(storage, 'client a x', windows, midnight + 2)).remaining;
    expect(ofSecond).toBe(2);
  });

  it("also works with the library's own guard, one window per call", async () => {
    const storage = new MemoryWindowStorage(clock);
    now = midnight + 59;
    const hit = () => storage.increment('a', 60_000, 2, 60_000, 'minute');
    expect(await hit()).toEqual({ totalHits: 1, timeToExpire: 1, isBlocked: false, timeToBlockExpire: 0 });
    expect(await hit()).toMatchObject({ totalHits: 2, isBlocked: false });
    expect(await hit()).toEqual({ totalHits: 3, timeToExpire: 1, isBlocked: true, timeToBlockExpire: 1 });
    now += 1;
    expect(await hit()).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('drops all keys when a day starts, and has a maximum size', async () => {
    const storage = new MemoryWindowStorage(clock, 100);
    for (let client = 0; client < 1_000; client++) await charge(storage, `client ${client} x`, [second(1), minute(1)], midnight);
    expect(storage.size).toBe(100);
    await charge(storage, 'client 0 x', [second(1), minute(1)], midnight + 86_400);
    expect(storage.size).toBe(1);
  });

  it('keeps what windows have counted when a plan replaces them, by their names', async () => {
    const storage = new MemoryWindowStorage(clock);
    await times(3, () => charge(storage, 'client a x', [minute(5), day(10)], midnight));
    expect((await charge(storage, 'client a x', [second(9), day(4)], midnight)).remaining).toEqual([8, 0]);
    expect((await charge(storage, 'client a x', [second(9), day(4)], midnight)).admitted).toBe(false);
    expect((await charge(storage, 'client b x', [second(9), day(4)], midnight)).admitted).toBe(true);
  });

  it('counts on in a window that a plan keeps, and counts one anew that a plan adds', async () => {
    const storage = new MemoryWindowStorage(clock);
    const [before, replaced] = [[minute(5)], [second(3), minute(3)]];
    await times(2, () => charge(storage, 'client a x', before, midnight));
    const remaining = async (windows: readonly LimitWindow[]) => (await charge(storage, 'client a x', windows, midnight)).remaining;
    expect(await remaining(replaced)).toEqual([2, 0]);
    expect(await remaining(before)).toEqual([1]);
  });

  it('refuses where a plan allows less than has been counted, and counts on from there where the next one allows more', async () => {
    const storage = new MemoryWindowStorage(clock);
    const [plenty, few] = [[day(10)], [day(2)]];
    await times(5, () => charge(storage, 'client a x', plenty, midnight));
    expect(await charge(storage, 'client a x', few, midnight)).toMatchObject({ admitted: false, remaining: [0] });
    expect(await charge(storage, 'client a x', plenty, midnight)).toMatchObject({ admitted: true, remaining: [4] });
  });

  it('begins a window anew where the clock is set back to before it, and counts on within it', async () => {
    const storage = new MemoryWindowStorage(clock);
    await times(2, () => charge(storage, 'client a x', [minute(3), day(9)], midnight + 90));
    expect((await charge(storage, 'client a x', [minute(3), day(9)], midnight + 70)).remaining).toEqual([0, 6]);
    expect((await charge(storage, 'client a x', [minute(3), day(9)], midnight + 30)).remaining).toEqual([2, 5]);
  });

  it("follows the machine's time if it is given no other", () => {
    const from = Math.floor(Date.now() / 1_000);
    const { atSeconds } = new MemoryWindowStorage().consume('client a x', [day(1)]) as LimitDecision;
    expect(atSeconds).toBeGreaterThanOrEqual(from);
    expect(atSeconds).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
  });

  it('refuses a window that would go on when a day starts', () => {
    const storage = new MemoryWindowStorage(clock);
    expect(() => storage.consume('client a x', [{ name: 'week', seconds: 604_800, limit: 1 }])).toThrow('604800 s (week)');
    expect(storage.consume('client a x', [day(1)]).admitted).toBe(true);
  });

  it("keeps the clients' counts during a flood of addresses", async () => {
    const storage = new MemoryWindowStorage(clock, 100);
    await charge(storage, 'client a x', [day(1)], midnight);
    for (let address = 0; address < 1_000; address++) await charge(storage, `address ${address} x`, [day(1)], midnight);
    expect((await charge(storage, 'client a x', [day(1)], midnight)).admitted).toBe(false);
  });

  it('counts keys of each kind, whichever came first', async () => {
    const storage = new MemoryWindowStorage(clock);
    for (const key of ['client a x', 'address b x', 'operator c x']) {
      expect((await charge(storage, key, [day(1)], midnight)).admitted).toBe(true);
      expect((await charge(storage, key, [day(1)], midnight)).admitted).toBe(false);
    }
  });

  it('holds so many keys of each kind, which is their first word, however short', async () => {
    const storage = new MemoryWindowStorage(clock, 1);
    for (const key of ['a 1', 'b 1', 'b 2']) await charge(storage, key, [day(1)], midnight);
    expect(storage.size).toBe(2);
  });

  it('takes constant time, even for a key that was charged a million times', async () => {
    const [charged, fresh] = [new MemoryWindowStorage(clock), new MemoryWindowStorage(clock)];
    const charges = async (storage: MemoryWindowStorage, count: number): Promise<number> => {
      const from = process.hrtime.bigint();
      for (let at = 0; at < count; at++) await charge(storage, 'client a x', [second(1e9), minute(1e9), day(1e9)], midnight);
      return Number(process.hrtime.bigint() - from) / count;
    };
    await charges(fresh, 20_000);
    await charges(charged, 1_000_000);
    // In turn, and of each the best of many short rounds: other load can only add time, and hardly to all of them.
    const spent: { readonly ofCharged: number; readonly ofFresh: number }[] = [];
    for (let round = 0; round < 40; round++) spent.push({ ofFresh: await charges(fresh, 500), ofCharged: await charges(charged, 500) });
    // In the library's own store a call takes more than ten times as long after the first 80,000.
    expect(Math.min(...spent.map(({ ofCharged }) => ofCharged))).toBeLessThan(Math.min(...spent.map(({ ofFresh }) => ofFresh)) * 5);
  });
});

describe('With any requests at any time', () => {
  const steps = fc.array(fc.record({ key: fc.constantFrom('client a x', 'client b x'), after: fc.nat(40) }), { maxLength: 200 });
  const limits = fc.record({
    second: fc.integer({ min: 1, max: 3 }),
    minute: fc.integer({ min: 1, max: 8 }),
    day: fc.integer({ min: 1, max: 30 }),
  });

  const play = async (windows: readonly LimitWindow[], requests: readonly { key: string; at: number }[]) => {
    const storage = new MemoryWindowStorage(clock);
    const played = [];
    for (const request of requests) played.push({ ...request, ...(await charge(storage, request.key, windows, request.at)) });
    return played;
  };
  const scenario = fc.tuple(limits, steps, fc.nat(86_400)).map(([numbers, gaps, start]) => {
    let at = midnight + start;
    return {
      windows: [second(numbers.second), minute(numbers.minute), day(numbers.day)],
      requests: gaps.map(({ key, after }) => ({ key, at: (at += after % 4 ? 0 : after) })),
    };
  });

  it('never admits more than N in an aligned window, and refuses only if one is full', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ windows, requests }) => {
        const passed: { key: string; at: number }[] = [];
        for (const request of await play(windows, requests)) {
          const full = windows.some(
            ({ seconds, limit }) =>
              passed.filter(({ key, at }) => key === request.key && Math.floor(at / seconds) === Math.floor(request.at / seconds)).length >=
              limit,
          );
          expect(request.admitted).toBe(!full);
          if (request.admitted) passed.push(request);
        }
      }),
    );
  });

  it('decides later requests as if the refused ones had not happened', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ windows, requests }) => {
        const passed = (await play(windows, requests)).filter((request) => request.admitted);
        expect(await play(windows, passed)).toEqual(passed);
      }),
    );
  });
});
