import { followedLogFault, type OfferedLog } from '../src/changes/followed-log.js';

describe('a source whose positions are places in a log of the core', () => {
  const known = { system: '7123', timeline: 3 };
  const taken = 0x1_0000_1000n;
  const offered: OfferedLog = { ...known, end: 0x1_0000_2000n, history: '1\t0/5000\tno reason\n2\t1/800\tno reason\n' };
  const promoted = { ...offered, timeline: 5, history: `${offered.history}3\t1/1008\tno reason\n4\t1/3000\tno reason\n` };

  it.each<[string, OfferedLog, undefined | RegExp]>([
    ['goes on with the same log', offered, undefined],
    ['goes on at the very end of it', { ...offered, end: taken }, undefined],
    ['stops at another server', { ...offered, system: '7124' }, /system identifier 7123, and this one is 7124.*another --source/],
    ['stops at another server, whatever timeline was checked', { ...promoted, system: '7124', checkedTimeline: 5 }, /system identifier/],
    ['stops where the log ends before what is taken', { ...offered, end: taken - 1n }, /taken up to 1\/1000.*ends before it, at 1\/FFF/],
    ['stops at a later timeline that has everything, until it is checked', promoted, /has everything.*--timeline 5/],
    ['goes on at a later timeline that was checked', { ...promoted, checkedTimeline: 5 }, undefined],
    ['stops at a later timeline where another was checked', { ...promoted, checkedTimeline: 4 }, /--timeline 5/],
    [
      'stops at a later timeline that lacks what is taken, though it was checked',
      { ...promoted, history: '3\t1/1000\tno reason\n', checkedTimeline: 5 },
      /left the earlier one at 1\/1000: it lacks/,
    ],
    ['stops at an earlier timeline', { ...offered, timeline: 2, history: '1\t0/5000\tx\n', checkedTimeline: 2 }, /an earlier state/],
  ])('%s', (_, log, fault) => {
    const said = followedLogFault('core', known, taken, log);
    expect(said).toEqual(fault === undefined ? undefined : expect.stringMatching(fault));
  });

  it('adopts the log where it has none, unless that ends before what is taken', () => {
    expect(followedLogFault('core', undefined, taken, promoted)).toBeUndefined();
    expect(followedLogFault('core', undefined, -1n, { ...offered, end: 0n })).toBeUndefined();
    expect(followedLogFault('core', undefined, taken, { ...offered, end: 5n })).toMatch(/ends before it/);
  });
});
