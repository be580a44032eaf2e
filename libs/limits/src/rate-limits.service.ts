import { Refusal } from '@open-banking/messages';
import { LimitStoreAway } from './limit-store-away.js';
import type { LimitsWithoutStore } from './limits-without-store.js';
import { rateLimitPolicy, rateLimits, type HeaderSink } from './rate-limit-headers.js';
import { subjectKey, type RateLimitSubject } from './rate-limit-subject.js';
import type { OperationThrottler, RateLimited } from './throttlers.js';
import { windowStates, type LimitDecision, type LimitWindow, type WindowState, type WindowStorage } from './window-storage.js';

const maxUsedUpKeys = 10_000;
const maxKeys = 10_000;

/** Windows, and the headers that announce them. */
interface AnnouncedWindows {
  readonly windows: readonly LimitWindow[];
  readonly policy: string;
  readonly remaining: (decision: LimitDecision) => string;
}

/** The windows of one operation. */
interface OperationLimits extends AnnouncedWindows {
  /** The keys of its clients. A text that is put together for each request is hashed anew each time, a third of what deciding takes. */
  readonly keys: Map<string, string>;
}

/** Charges requests to clients and addresses, by the throttlers of their operations. */
export class RateLimitsService {
  /** Until when, in Unix time, a key was refused last. */
  private readonly usedUp = new Map<string, number>();
  private limits: ReadonlyMap<string, OperationLimits>;

  constructor(
    throttlers: readonly OperationThrottler[],
    private readonly storage: WindowStorage,
    private readonly withoutStore?: LimitsWithoutStore,
  ) {
    this.limits = limitsByOperation(throttlers);
  }

  /** Replaces the limits of all operations at once. What the windows have counted stays. */
  replaceLimits(throttlers: readonly OperationThrottler[]): void {
    this.limits = limitsByOperation(throttlers);
  }

  /** The windows of an operation that are in force. */
  windowsOf({ id }: Pick<RateLimited, 'id'>): readonly LimitWindow[] {
    return this.limits.get(id)?.windows ?? [];
  }

  /**
   * Charges one request: one call of the storage decides all windows of the operation. The headers are set on the reply first,
   * so that a refusal carries them too. Throws 429 ACCESS_EXCEEDED, which charges nothing, when a window is used up, and
   * LimitStoreAway (503) when the request cannot be decided without the store. Returns a promise only where the storage does: for
   * limits counted in this process, promises took more time than counting (docs/decisions/0003-limits.md).
   */
  charge(row: RateLimited, subject: RateLimitSubject, reply: HeaderSink): Promise<void> | undefined {
    // Looked up once: a plan that is replaced meanwhile changes neither the windows nor the header of this request.
    const limits = this.limits.get(row.id);
    // No limits is what a row says (`limits: 'none'`); a row that is missing from the table must not mean the same.
    if (!limits) throw new Error(`${row.id} is charged, and has no limits in the table`);
    const key = keptKey(limits.keys, row.id, subject);
    const decision = this.storage.consume(key, limits.windows);
    if (decision instanceof Promise) return this.settleLater(decision, row, subject, key, limits, reply);
    this.settle(decision, limits, key, reply);
    return undefined;
  }

  /** Whether a request was refused a moment ago, and others will be: no more than a guess, which charges nothing. */
  isUsedUp({ id }: RateLimited, subject: RateLimitSubject): boolean {
    if (this.usedUp.size === 0) return false;
    const until = this.usedUp.get(limitKey(id, subject));
    return until !== undefined && until * 1_000 > Date.now();
  }

  private noteUsedUp(key: string, until: number): void {
    if (this.usedUp.size >= maxUsedUpKeys) this.usedUp.clear();
    this.usedUp.set(key, until);
  }

  private async settleLater(
    deciding: Promise<LimitDecision>,
    row: RateLimited,
    subject: RateLimitSubject,
    key: string,
    limits: OperationLimits,
    reply: HeaderSink,
  ): Promise<void> {
    let decision: LimitDecision;
    try {
      decision = await deciding;
    } catch (error) {
      if (!(error instanceof LimitStoreAway) || !this.withoutStore) throw error;
      const without = this.withoutStore.decide(row, subject, key, limits.windows, error);
      this.settle(without.decision, announced(without.windows), key, reply);
      return;
    }
    this.settle(decision, limits, key, reply);
  }

  /** Sets the headers, then refuses the request if it was not admitted. */
  private settle(decision: LimitDecision, { windows, policy, remaining }: AnnouncedWindows, key: string, reply: HeaderSink): void {
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', remaining(decision));
    if (decision.admitted) return;
    const states = windowStates(decision, windows);
    const last = states.filter((state) => state.remaining === 0).reduce(later);
    const until = decision.atSeconds + last.resetSeconds;
    this.noteUsedUp(key, until);
    throw limitRefusal(last, until, { key, windows: states, window: last.name });
  }
}

const limitKey = (operation: string, subject: RateLimitSubject): string => `${subjectKey(subject)} ${operation}`;

function keptKey(keys: Map<string, string>, operation: string, subject: RateLimitSubject): string {
  // Addresses are countless.
  if (!('client' in subject)) return limitKey(operation, subject);
  let key = keys.get(subject.client);
  if (key === undefined) {
    if (keys.size >= maxKeys) keys.clear();
    keys.set(subject.client, (key = limitKey(operation, subject)));
  }
  return key;
}

const announced = (windows: readonly LimitWindow[]): AnnouncedWindows => ({
  windows,
  policy: rateLimitPolicy(windows),
  remaining: rateLimits(windows),
});

function limitsByOperation(throttlers: readonly OperationThrottler[]): ReadonlyMap<string, OperationLimits> {
  const byOperation = Map.groupBy(throttlers, ({ operation }) => operation);
  return new Map(
    [...byOperation].map(([operation, of]) => [
      operation,
      { ...announced(of.map(({ window }) => window)), keys: new Map<string, string>() },
    ]),
  );
}

/** Names the window that frees last: a client that waits less cannot pass. */
function limitRefusal({ name, limit, resetSeconds }: WindowState, until: number, detail: object): Refusal {
  const frees = new Date(until * 1_000).toISOString().replace('.000', '');
  const text = `The limit of ${limit} requests ${article(name)} ${name} of this operation is used up; it is free again at ${frees}, in ${resetSeconds} s.`;
  return new Refusal([{ code: 'ACCESS_EXCEEDED', text }], detail, { retryAfterSeconds: resetSeconds });
}

const article = (name: string): string => (name === 'hour' ? 'an' : 'a');
const later = (one: WindowState, other: WindowState): WindowState => (other.resetSeconds >= one.resetSeconds ? other : one);
