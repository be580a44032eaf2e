import { eventLoopTurnsDuring } from '@open-banking/testing';
import { FeedLines } from '../src/changes/feed-lines.js';

describe('the lines of a feed', () => {
  it('are read in many turns of the event loop, each in its place', async () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => JSON.stringify({ source: 'core', position: at + 1, type: 'none' }));
    const read = new FeedLines({}, () => '2026-11-29').read(lines.join('\n'));
    expect(await eventLoopTurnsDuring(read)).toBeGreaterThan(10);
    const { steps, lost } = await read;
    expect(lost).toEqual([]);
    expect(steps.map(({ position, fault }) => [position, fault?.line])).toEqual(lines.map((_, at) => [BigInt(at + 1), at + 1]));
  });
});
