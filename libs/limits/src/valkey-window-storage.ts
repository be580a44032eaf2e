import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ReplyError } from 'iovalkey';
import { LimitStoreAway } from './limit-store-away.js';
import { closeClient, databaseFault, type ValkeyClient } from './valkey-client.js';
import { parseDecision, scriptArguments, scriptKeys } from './window-script.js';
import { WindowStorage, type LimitDecision, type LimitWindow } from './window-storage.js';

/** Told once when the store goes away and once when it is back, not for every request. */
export interface StoreEvents {
  readonly onAway: (reason: string) => void;
  readonly onBack: (awayMs: number) => void;
}

/** How long the store is waited for. */
export interface StoreTimeouts {
  /** The longest a request waits. */
  readonly decideWithinMs: number;
  /** The longest a starting service waits: its processor is busy, and the connection is not open yet. */
  readonly openWithinMs: number;
}

const defaultTimeouts: StoreTimeouts = { decideWithinMs: 500, openWithinMs: 2_000 };
/** How long the store recognizes a repeated charge: far longer than the client, or this storage, may repeat it. */
const idMs = 10_000;
const repeatAfterMs = 20;
const probeEveryMs = 200;
const probeWindow: LimitWindow = { name: 'second', seconds: 1, limit: 1 };

/**
 * Counts in Valkey (or Redis 7), for all replicas together: one script decides a request, in one round trip.
 *
 * Each charge carries a random id. If a connection breaks before the answer arrives, the charge is sent again with the same id
 * and counts once. If there is no answer in time the store counts as away: `consume` throws LimitStoreAway at once, and a probe
 * runs the script until it is answered again.
 */
export class ValkeyWindowStorage extends WindowStorage {
  private awaySince?: number;
  private reason = '';
  /** Why there is no connection: the first error, as those after it often say less. */
  private fault?: Error;
  private closed = false;

  /** `prefix` begins all keys, so that services do not share counts. */
  constructor(
    private readonly client: ValkeyClient,
    private readonly prefix: string,
    private readonly events: StoreEvents,
    private readonly timeouts = defaultTimeouts,
  ) {
    super();
    // Without a listener the client writes each failed attempt to standard error.
    client.on('error', (error: Error) => {
      this.fault ??= error;
    });
    client.on('ready', () => {
      this.fault = undefined;
    });
  }

  get isAway(): boolean {
    return this.awaySince !== undefined;
  }

  async consume(key: string, windows: readonly LimitWindow[]): Promise<LimitDecision> {
    if (this.isAway) throw new LimitStoreAway(this.reason);
    const end = key.lastIndexOf(' ');
    const subject = end < 0 ? key : key.slice(0, end);
    try {
      return parseDecision(await this.charge(subject, key.slice(end + 1), windows), windows);
    } catch (error) {
      this.goAway(subject, error as Error);
      throw new LimitStoreAway(this.reason);
    }
  }

  /** Waits until the store answers, so that a starting service does not take a connection that is not open yet for a store that is away. */
  async open(): Promise<void> {
    await this.charge('probe', 'probe', [probeWindow], this.timeouts.openWithinMs).catch((error: unknown) => {
      this.goAway('probe', error as Error);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await closeClient(this.client);
  }

  private async charge(
    subject: string,
    operation: string,
    windows: readonly LimitWindow[],
    withinMs = this.timeouts.decideWithinMs,
  ): Promise<string> {
    const deadline = performance.now() + withinMs;
    const keys = scriptKeys(this.prefix, subject, operation, randomUUID());
    const of = scriptArguments(idMs, windows);
    for (;;) {
      try {
        return await answeredBy(deadline, this.client.chargeWindows(...keys, ...of));
      } catch (error) {
        // What the server refuses it would refuse again. A broken connection may have lost the answer alone.
        if (error instanceof ReplyError || error instanceof NoAnswer || !(await this.connected(deadline))) throw error;
      }
    }
  }

  private async connected(deadline: number): Promise<boolean> {
    do {
      await pause(repeatAfterMs);
      if (performance.now() >= deadline || databaseFault(this.client) !== undefined) return false;
    } while (this.client.status !== 'ready');
    return true;
  }

  private goAway(subject: string, error: Error): void {
    if (this.isAway) return;
    this.awaySince = performance.now();
    this.reason = databaseFault(this.client) ?? ((this.client.status !== 'ready' && this.fault) || error).message;
    this.events.onAway(this.reason);
    void this.probe(subject);
  }

  /** Runs the script, not a PING: a server that answers but cannot write is away. In a cluster it asks the node that did not answer. */
  private async probe(subject: string): Promise<void> {
    for (let answered = false; !answered;) {
      await pause(probeEveryMs, undefined, { ref: false });
      if (this.closed) return;
      answered = await this.charge(subject, 'probe', [probeWindow]).then(
        () => true,
        () => false,
      );
    }
    const awayMs = Math.round(performance.now() - this.awaySince!);
    this.awaySince = undefined;
    this.events.onBack(awayMs);
  }
}

class NoAnswer extends Error {
  override readonly message = 'no answer in time';
}

/** The answer, or NoAnswer at the deadline. An answer that has arrived while this process was busy still counts. */
function answeredBy<T>(deadline: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => {
      setImmediate(() => {
        reject(new NoAnswer());
      });
    };
    const timer = setTimeout(late, deadline - performance.now());
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
