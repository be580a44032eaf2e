/** A fault that has not occurred for a while. */
export interface EndedFault {
  readonly fault: string;
  /** How often it occurred. */
  readonly count: number;
  /** From its first occurrence to its last. */
  readonly lastedMs: number;
}

interface LastingFault {
  readonly since: number;
  last: number;
  count: number;
}

/** A fault that occurs again within this time is the same one. */
const quietMs = 10_000;
/** Names come from error messages. Beyond this many at once each occurrence is new. */
const maxNames = 500;

/** Names without what differs from one occurrence to the next: ids and numbers. */
const faultName = (text: string): string => text.replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d+/gi, '#');

/**
 * Distinguishes the first occurrence of a fault from its repetitions, so that a log has a line when it begins and one when it ends, and not
 * one for each request in between.
 */
export class LastingFaults {
  private readonly faults = new Map<string, LastingFault>();

  /** `over` is called for each fault that occurred more than once, when it has not occurred for ten seconds or when `end` is called. */
  constructor(private readonly over: (fault: EndedFault) => void) {}

  /** Counts an occurrence. Whether it is the first one, which deserves a line of its own. */
  begins(text: string): boolean {
    const name = faultName(text);
    const now = performance.now();
    const known = this.faults.get(name);
    if (known) {
      known.last = now;
      known.count += 1;
      return false;
    }
    if (this.faults.size < maxNames) {
      this.faults.set(name, { since: now, last: now, count: 1 });
      this.watch(name, quietMs);
    }
    return true;
  }

  /** Reports all faults that have lasted until now: the process stops. */
  end(): void {
    for (const name of [...this.faults.keys()]) this.close(name);
  }

  private watch(name: string, afterMs: number): void {
    setTimeout(() => {
      const known = this.faults.get(name);
      if (!known) return;
      const leftMs = known.last + quietMs - performance.now();
      if (leftMs <= 0) this.close(name);
      else this.watch(name, leftMs);
    }, afterMs).unref();
  }

  private close(fault: string): void {
    const { since, last, count } = this.faults.get(fault)!;
    this.faults.delete(fault);
    if (count > 1) this.over({ fault, count, lastedMs: Math.round(last - since) });
  }
}
