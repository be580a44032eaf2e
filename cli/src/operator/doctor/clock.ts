import { gradedFinding, seconds, type Finding } from './finding.js';

const advice = 'Synchronize both clocks (NTP): tokens, signatures and limits are judged by them.';

/** How a clock compares with this machine's. Half of the time between question and answer is allowed for. */
export async function checkClock(
  read: () => Promise<number> | number,
  { warnAbove = 1, resolutionMs = 0 }: { readonly warnAbove?: number; readonly resolutionMs?: number } = {},
): Promise<Pick<Finding, 'status' | 'text' | 'advice'>> {
  const asked = Date.now();
  const reading = await read();
  return compareClock(reading, { asked, answered: Date.now() }, { warnAbove, resolutionMs });
}

/** `readingMs`: the clock's time in milliseconds, in steps of `resolutionMs`, at some moment between `asked` and `answered`. */
export function compareClock(
  readingMs: number,
  { asked, answered }: { readonly asked: number; readonly answered: number },
  { warnAbove, resolutionMs }: { readonly warnAbove: number; readonly resolutionMs: number },
): Pick<Finding, 'status' | 'text' | 'advice'> {
  const apart = Math.abs(readingMs + resolutionMs / 2 - (asked + answered) / 2) - (answered - asked + resolutionMs) / 2;
  const skew = Math.max(0, apart) / 1_000;
  return gradedFinding(skew, { warnAbove, faultAbove: 10 }, `${seconds(skew)} apart from this machine's`, advice);
}
