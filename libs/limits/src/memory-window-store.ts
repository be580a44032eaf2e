import { stateOf, type Decision, type LimitWindow, type WindowStore } from './window-store.js';

/** What one window has counted since it last began. */
interface Span {
  began: number;
  counts: Map<string, number>;
}

/**
 * Counts in this process alone. One map per window, thrown away whole when the next window begins: there is
 * nothing to sweep, and a call costs one look-up and one write a window however much is counted.
 *
 * A clock set back across a boundary begins that window anew; keeping the past as well would double the memory for it.
 */
export class MemoryWindowStore implements WindowStore {
  private readonly spans = new Map<string, Span>();

  /**
   * Of each kind of key (its first word) at most `maxKeys` are held a window; beyond, the one counted first gives way.
   * So a flood from countless addresses pushes out no client, and takes at most 50 MB a window (100 B a key, measured).
   */
  constructor(private readonly maxKeys = 500_000) {}

  // Nothing is awaited between looking and counting, so no other request can come between them.
  async charge(key: string, windows: readonly LimitWindow[], nowSeconds: number): Promise<Decision> {
    const kind = key.slice(0, key.indexOf(' '));
    const counts = windows.map((window) => this.countsOf(kind, window, nowSeconds));
    const counted = counts.map((of) => of.get(key) ?? 0);
    const admitted = windows.every(({ limit }, at) => counted[at]! < limit);
    if (admitted) counts.forEach((of, at) => this.count(of, key, ++counted[at]!));
    return { admitted, windows: windows.map((window, at) => stateOf(window, counted[at]!, nowSeconds)) };
  }

  /** Keys held at the moment, over all windows. */
  get size(): number {
    return [...this.spans.values()].reduce((sum, { counts }) => sum + counts.size, 0);
  }

  private countsOf(kind: string, { name, seconds }: LimitWindow, nowSeconds: number): Map<string, number> {
    const began = nowSeconds - (nowSeconds % seconds);
    const of = `${kind} ${name}`;
    let span = this.spans.get(of);
    if (span?.began !== began) this.spans.set(of, (span = { began, counts: new Map() }));
    return span.counts;
  }

  private count(counts: Map<string, number>, key: string, counted: number): void {
    if (counted === 1 && counts.size >= this.maxKeys) counts.delete(counts.keys().next().value!);
    counts.set(key, counted);
  }
}
