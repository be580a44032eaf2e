import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import { limitHeaders, type HeaderSink, type LimitHeaders } from './rate-limit-headers.js';
import { numbersFor, type LimitPlan } from './plan.js';
import { subjectKey, type RateLimitSubject } from './rate-limit-subject.js';
import { windowsOf, type Decision, type LimitWindow, type WindowState, type WindowStore } from './window-store.js';

/** Windows stay on real time, whatever the sandbox's clock says. */
export const unixSeconds = (): number => Math.floor(Date.now() / 1_000);

/** What is limited: an operation, or a step of one that is counted on its own. */
export type RateLimited = Pick<Operation, 'id' | 'limits'>;

/** How much may this client ask. Charges one request of an operation to whoever asks, or refuses it. */
export class RateLimitsService {
  private readonly windows = new Map<string, readonly LimitWindow[]>();

  constructor(
    private readonly plan: LimitPlan,
    private readonly store: WindowStore,
    private readonly nowSeconds = unixSeconds,
  ) {}

  /** The windows of an operation, shortest first; none where it is not limited. */
  windowsOf(operation: RateLimited): readonly LimitWindow[] {
    const known = this.windows.get(operation.id);
    if (known) return known;
    const windows = windowsOf(numbersFor(operation, this.plan));
    this.windows.set(operation.id, windows);
    return windows;
  }

  /**
   * Charges one request. The headers are set on the reply first, so that a refusal carries them too.
   * Throws 429 ACCESS_EXCEEDED, which charges nothing, when a window is used up.
   */
  async charge(
    operation: RateLimited,
    subject: RateLimitSubject,
    reply: HeaderSink,
    windows = this.windowsOf(operation),
  ): Promise<LimitHeaders | undefined> {
    if (windows.length === 0) return undefined;
    const key = `${subjectKey(subject)} ${operation.id}`;
    const nowSeconds = this.nowSeconds();
    const decision = await this.store.charge(key, windows, nowSeconds);
    const headers = limitHeaders(windows, decision.windows);
    reply.header('ratelimit-policy', headers['ratelimit-policy']);
    reply.header('ratelimit', headers.ratelimit);
    if (!decision.admitted) throw usedUp(decision, nowSeconds, key);
    return headers;
  }
}

/** Names the window that frees last: with less than that patience the request cannot pass. */
function usedUp({ windows }: Decision, nowSeconds: number, key: string): Refusal {
  const last = windows.filter(({ remaining }) => remaining === 0).reduce(later);
  const { name, limit, resetSeconds } = last;
  const frees = new Date((nowSeconds + resetSeconds) * 1_000).toISOString().replace('.000', '');
  const text = `The limit of ${limit} requests ${article(name)} ${name} of this operation is used up; it is free again at ${frees}, in ${resetSeconds} s.`;
  return new Refusal([{ code: 'ACCESS_EXCEEDED', text }], { key, windows }, { retryAfterSeconds: resetSeconds });
}

const article = (name: string): string => (name === 'hour' ? 'an' : 'a');
const later = (one: WindowState, other: WindowState): WindowState => (other.resetSeconds >= one.resetSeconds ? other : one);
