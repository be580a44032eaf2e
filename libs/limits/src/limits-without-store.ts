import type { AwayRule, ServiceSettings } from '@open-banking/config';
import type { LimitClass } from '@open-banking/spec';
import type { LimitStoreAway } from './limit-store-away.js';
import { MemoryWindowStorage } from './memory-window-storage.js';
import type { RateLimitSubject } from './rate-limit-subject.js';
import type { RateLimited } from './throttlers.js';
import type { LimitDecision, LimitWindow } from './window-storage.js';

export type AwaySettings = Pick<ServiceSettings, 'replicas' | 'valkeyAwayReads' | 'valkeyAwayWrites'>;

/** A decision without the store, and the windows it was made by. */
export interface DecisionWithoutStore {
  readonly windows: readonly LimitWindow[];
  readonly decision: LimitDecision;
}

/**
 * Decides requests while the shared store is away: by the share of this replica in each limit, or not at all.
 *
 * Shares are counted in memory for as long as the process runs. A store that comes and goes within a window therefore gives
 * no client a second share.
 */
export class LimitsWithoutStore {
  private readonly counted = new MemoryWindowStorage();

  constructor(
    private readonly settings: AwaySettings,
    private readonly onDecision: (rule: AwayRule) => void,
  ) {}

  /** Throws `away` where the request needs the store, or where this replica's share of a limit is less than one request. */
  decide(
    { limits: of }: RateLimited,
    subject: RateLimitSubject,
    key: string,
    limits: readonly LimitWindow[],
    away: LimitStoreAway,
  ): DecisionWithoutStore {
    const windows = limits.map((window) => ({ ...window, limit: Math.floor(window.limit / this.settings.replicas) }));
    const rule = windows.some(({ limit }) => limit < 1) ? 'refuse' : this.ruleOf(of, subject);
    this.onDecision(rule);
    if (rule === 'refuse') throw away;
    return { windows, decision: this.counted.consume(key, windows) };
  }

  /**
   * Tokens, sign-ins, pages and registration always need the store, and so does an address whose token was refused: their limits
   * keep attackers from guessing. Only published metadata, which anyone may read, is limited by address and shared.
   */
  private ruleOf(of: LimitClass, subject: RateLimitSubject): AwayRule {
    const { valkeyAwayReads, valkeyAwayWrites } = this.settings;
    if (of === 'metadata') return valkeyAwayReads;
    if ('address' in subject) return 'refuse';
    if (of === 'read' || of === 'hotRead') return valkeyAwayReads;
    return of === 'write' || of === 'loanServices' ? valkeyAwayWrites : 'refuse';
  }
}
