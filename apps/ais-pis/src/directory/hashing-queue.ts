import { Refusal } from '@open-banking/messages';

export interface HashingBounds {
  readonly maxConcurrentHashes: number;
  readonly waiting: number;
  readonly patienceMs: number;
}

/**
 * Two at once: a hash takes a core and one of libuv's four threads, and up to 128 MiB (N = 2^17). Who would wait longer
 * than 2.5 s is refused: the gateway gives up after 5 s.
 */
const usual: HashingBounds = { maxConcurrentHashes: 2, waiting: 40, patienceMs: 2_500 };

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Sign-ins, a few at a time and in order; beyond the bounds 503 with `Retry-After`, before a try is taken or anything is hashed. */
export class HashingQueue {
  private running = 0;
  private readonly queue: Waiting[] = [];

  constructor(private readonly bounds = usual) {}

  async run<Result>(work: () => Promise<Result>, patienceMs = this.bounds.patienceMs): Promise<Result> {
    if (this.running < this.bounds.maxConcurrentHashes) this.running += 1;
    else await this.turn(patienceMs);
    try {
      return await work();
    } finally {
      this.hand();
    }
  }

  /** A place is handed on, never free in between: nobody overtakes. */
  private hand(): void {
    const next = this.queue.shift();
    if (!next) this.running -= 1;
    else {
      clearTimeout(next.timer);
      next.begin();
    }
  }

  private turn(patienceMs: number): Promise<void> {
    if (this.queue.length >= this.bounds.waiting) return Promise.reject(full());
    return new Promise((begin, refuse) => {
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        refuse(full());
      }, patienceMs);
      const waiting = { begin, timer };
      this.queue.push(waiting);
    });
  }
}

const full = (): Refusal => new Refusal('SERVICE_UNAVAILABLE', 'too many sign-ins at once', { retryAfterSeconds: 2 });
