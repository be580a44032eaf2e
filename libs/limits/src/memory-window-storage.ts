import { stateOf, WindowStorage, type Decision, type LimitWindow } from './window-storage.js';

/** What one window has counted since it last began. */
interface Span {
  began: number;
  counts: Map<string, number>;
}

/** Windows follow real time, wherever the sandbox has moved the bank's clock. */
const unixSeconds = (): number => Math.floor(Date.now() / 1_000);

/**
 * Counts in this process alone. One map per window, discarded as a whole when the next window begins: nothing has to be swept,
 * and a call costs one look-up and one write per window however much is counted.
 *
 * A clock set back across a boundary begins that window anew; keeping the past as well would double the memory.
 */
export class MemoryWindowStorage extends WindowStorage {
  /** By kind of key, and by name of window. */
  private readonly spans = new Map<string, Map<string, Span>>();

  /**
   * Of each kind of key (its first word) a window holds at most `maxKeys`; beyond that it drops the key counted first.
   * A flood from countless addresses therefore drops no client, and takes at most 50 MB per window (100 B per key, measured).
   */
  constructor(
    private readonly nowSeconds = unixSeconds,
    private readonly maxKeys = 500_000,
  ) {
    super();
  }

  // Synchronous, so no other request can come between reading and counting, and its caller need not wait for a promise.
  override consume(key: string, windows: readonly LimitWindow[]): Decision {
    const atSeconds = this.nowSeconds();
    const spans = this.spansOf(key.slice(0, key.indexOf(' ')));
    const counts = windows.map((window) => countsOf(spans, window, atSeconds));
    const counted = counts.map((of) => of.get(key) ?? 0);
    const admitted = windows.every(({ limit }, at) => counted[at]! < limit);
    if (admitted) counts.forEach((of, at) => this.count(of, key, ++counted[at]!));
    return { admitted, atSeconds, windows: windows.map((window, at) => stateOf(window, counted[at]!, atSeconds)) };
  }

  /** Keys held at the moment, over all windows. */
  get size(): number {
    return [...this.spans.values()].flatMap((of) => [...of.values()]).reduce((sum, { counts }) => sum + counts.size, 0);
  }

  private spansOf(kind: string): Map<string, Span> {
    let spans = this.spans.get(kind);
    if (!spans) this.spans.set(kind, (spans = new Map()));
    return spans;
  }

  private count(counts: Map<string, number>, key: string, counted: number): void {
    if (counted === 1 && counts.size >= this.maxKeys) counts.delete(counts.keys().next().value!);
    counts.set(key, counted);
  }
}

function countsOf(spans: Map<string, Span>, { name, seconds }: LimitWindow, atSeconds: number): Map<string, number> {
  const began = atSeconds - (atSeconds % seconds);
  let span = spans.get(name);
  if (span?.began !== began) spans.set(name, (span = { began, counts: new Map() }));
  return span.counts;
}
