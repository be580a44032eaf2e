import { FeedLines } from '../src/feed/feed-lines.js';

describe('the lines of a feed', () => {
  it('are read in many turns of the event loop, each in its place', async () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => JSON.stringify({ source: 'core', position: at + 1, type: 'none' }));
    let turns = 0;
    let isPending = true;
    const turn = (): void => {
      turns += 1;
      if (isPending) setImmediate(turn);
    };
    setImmediate(turn);
    const { steps, lost } = await new FeedLines({}, () => '2026-11-29').read(lines.join('\n')).finally(() => (isPending = false));
    expect(turns).toBeGreaterThan(10);
    expect(lost).toEqual([]);
    expect(steps.map(({ position, fault }) => [position, fault?.line])).toEqual(lines.map((_, at) => [BigInt(at + 1), at + 1]));
  });
});
