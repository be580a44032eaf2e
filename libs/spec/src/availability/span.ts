/** A time from `from` to `to`, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A time in which one process answered its probes, with the interval between them. */
export interface ReadyPeriod {
  readonly begunAt: number;
  readonly lastAt: number;
  readonly everyMs: number;
}

/** Probes are a little late: five are missed where the sixth is overdue by half an interval. */
const missedIntervals = 5.5;

/**
 * The times in which nothing answered five probes in a row or more, each from the first unanswered probe (EBA/GL/2018/07, guideline
 * 2.4(c)). The periods are those of all processes of one service; before the first of them nothing is known.
 */
export function outagesOf(periods: readonly ReadyPeriod[], until: number): Span[] {
  const [first, ...rest] = [...periods].sort((a, b) => a.begunAt - b.begunAt);
  if (!first) return [];
  const outages: Span[] = [];
  let known = first;
  const close = (at: number): void => {
    if (at - known.lastAt > missedIntervals * known.everyMs) outages.push({ from: known.lastAt + known.everyMs, to: at });
  };
  for (const period of rest) {
    close(period.begunAt);
    if (period.lastAt > known.lastAt) known = period;
  }
  close(until);
  return outages;
}

/** The same times without overlaps, in order. */
export function union(spans: readonly Span[]): Span[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** The parts of these spans that lie in one of those; neither list overlaps itself. */
export const intersection = (these: readonly Span[], those: readonly Span[]): Span[] =>
  these.flatMap((one) =>
    those.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })).filter(({ from, to }) => from < to),
  );

/** The length of all spans together, in seconds. */
export const secondsOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + (to - from), 0) / 1_000;
