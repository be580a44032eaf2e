import { maxFollowed, nextCursor, placeOf } from '../src/following/follow-cursor.js';

const now = 1_800_000_000_000;
const entry = (secondsAgo: number, entryId: number) => ({ at: new Date(now - 1_000 * secondsAgo), entryId: String(entryId) });

describe('the cursor of a followed log', () => {
  it('stays behind entries of the last ten seconds, and does not go back', () => {
    const entries = [entry(40, 1), entry(11, 2), entry(9, 4), entry(0, 3)];
    expect(placeOf(nextCursor(entries, undefined, now))).toEqual(entries[1]);
    const after = nextCursor([entry(9, 4)], '1799999989000-2', now);
    expect(after).toBe('1799999989000-2');
    expect(placeOf(nextCursor([], undefined, now))).toEqual({ at: new Date(now - 10_000), entryId: '0' });
  });

  it('goes on to the end of a full answer, however late its entries are, but not to that of the latest entries', () => {
    const entries = Array.from({ length: maxFollowed }, (_, at) => entry(1, at));
    expect(placeOf(nextCursor(entries, '1799999000000-7', now))).toEqual(entries.at(-1));
    expect(placeOf(nextCursor(entries, undefined, now))).toEqual({ at: new Date(now - 10_000), entryId: '0' });
  });
});
