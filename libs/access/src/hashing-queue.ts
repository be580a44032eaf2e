import { availableParallelism } from 'node:os';
import { Refusal } from '@open-banking/messages';

export interface HashingBounds {
  readonly maxConcurrentHashes: number;
  readonly waiting: number;
  readonly timeoutMs: number;
}

/**
 * Two at a time: a hash takes a core, one of libuv's four threads and up to 128 MiB (N = 2^17). Never more than half of the cores, as a
 * flood of sign-ins takes them from everybody who is signed in (docs/decisions/0105).
 */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(2, Math.floor(cores / 2)));

/** A request that would wait longer than 2.5 s is refused, because the gateway times out after 5 s. */
const defaultBounds: HashingBounds = { maxConcurrentHashes: hashesAtOnce(availableParallelism()), waiting: 40, timeoutMs: 2_500 };

interface QueuedHash {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Runs sign-ins a few at a time, in order. Beyond the bounds: 503 with `Retry-After`, before an attempt is counted or a password hashed.
 */
export class HashingQueue {
  private running = 0;
  private readonly queue: QueuedHash[] = [];

  constructor(private readonly bounds = defaultBounds) {}

  async run<Result>(work: () => Promise<Result>, timeoutMs = this.bounds.timeoutMs): Promise<Result> {
    if (this.running < this.bounds.maxConcurrentHashes) this.running += 1;
    else await this.waitForPlace(timeoutMs);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  /** Passes the place to the next in the queue without freeing it, so that no later caller overtakes it. */
  private passOn(): void {
    const next = this.queue.shift();
    if (!next) this.running -= 1;
    else {
      clearTimeout(next.timer);
      next.begin();
    }
  }

  private waitForPlace(timeoutMs: number): Promise<void> {
    if (this.queue.length >= this.bounds.waiting) return Promise.reject(full());
    return new Promise((begin, refuse) => {
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        refuse(full());
      }, timeoutMs);
      const waiting = { begin, timer };
      this.queue.push(waiting);
    });
  }
}

const full = (): Refusal => new Refusal('SERVICE_UNAVAILABLE', 'too many sign-ins at once', { retryAfterSeconds: 2 });
