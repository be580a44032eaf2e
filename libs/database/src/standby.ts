import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@open-banking/messages';
import { asRefusal } from './postgres-error.js';
import type { Statement } from './statement.js';
import { query, within } from './statement-query.js';
import { standbyPermission, withTimeBudget, type StandbyPermission } from './time-budget.js';
import { hasReached, primaryPosition, standbyPosition, type PrimaryPosition, type StandbyPosition } from './wal-position.js';

/**
 * Why a read that a standby could answer is answered by the primary: the request does not allow it (the customer is absent, or nobody
 * asks on a customer's behalf), the standby lacks a change of this customer's own, it lags by a second or more, or it is not usable.
 */
export type StandbyReason = 'not_allowed' | 'just_changed' | 'lag' | 'away';

export interface StandbyEvents {
  /** Told of each read that a standby may answer; without a reason, the standby has answered. */
  readonly onRead?: (reason?: StandbyReason) => void;
  /** Told why the standby is not used for now, each time that this is found. */
  readonly onLeft?: (reason: Error) => void;
}

/** No read shows less than what was committed this long ago. */
const maxLagMs = 1_000;
/** How long a position counts before it is asked for again. An older one is right too: it only proves less. */
const keptForMs = 250;
/** Positions of the primary are kept for the lag, which is measured up to this. */
const measuredMs = 10_000;
/** How long a standby that has failed is left alone. */
const pauseMs = 1_000;
/** What a read waits for the standby in all. The primary then still has time to answer. */
const timeoutMs = 500;
/** How long a check waits for a connection to the standby, and for its answer. */
const checkMs = 800;
/** How long a standby that lags has to catch up before readiness calls it a problem: it is asked twice more. */
const againMs = 150;

/** Why the standby is not used. */
interface StandbyOutage {
  readonly reason: 'lag' | 'away';
  readonly error: Error;
}

interface At<Position> {
  /** When it was asked for, by `performance.now()`: the position is of that instant or later. */
  readonly at: number;
  readonly position: Position;
}

/**
 * A standby that answers reads (docs/decisions/0055). It is fresh while it has replayed what the primary had committed less than a second
 * ago, which positions of the WAL prove without a clock. The primary is asked for its position while there are reads, four times a second
 * at most; the standby is asked on the connection that reads, so that nothing is assumed of which server that is.
 */
export class Standby {
  #primaryPositions: At<PrimaryPosition>[] = [];
  readonly #standbyPositions = new WeakMap<PoolClient, At<StandbyPosition>>();
  #usable = false;
  #left: StandbyOutage = { reason: 'away', error: new Error('the standby of DATABASE_READ_URL has not been asked yet') };
  #notBefore = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking?: Promise<void>;
  #lag?: { readonly at: number; readonly ms: number };
  /** The newest instant whose commits the standby has had. */
  #reachedAt?: number;

  /** `primary` is the pool that knows the primary; `pool` becomes this object's own, which ends it. */
  constructor(
    private readonly primary: () => Pool,
    private readonly pool: Pool,
    private readonly events: StandbyEvents = {},
  ) {
    pool.on('error', (error) => {
      this.#leave('away', error);
    });
  }

  /** All rows of a statement, or undefined where the primary must be asked. Never throws: what fails here may succeed there. */
  async rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, args: Args): Promise<Row[] | undefined> {
    const permission = standbyPermission();
    const answer = permission ? await this.#read(permission, statement, args) : 'not_allowed';
    this.events.onRead?.(typeof answer === 'string' ? answer : undefined);
    return typeof answer === 'string' ? undefined : answer;
  }

  /** Asks both servers, and says why the standby is not usable; undefined: it is. */
  async problem(): Promise<string | undefined> {
    // A position that the primary had a moment ago is reached a moment later.
    for (let attempts = 0; attempts < 3; attempts += 1) {
      if (attempts > 0) await pause(againMs);
      await this.#checking;
      await (this.#checking = this.#check(true));
      if (this.#usable) return undefined;
    }
    return this.#left.error.message;
  }

  /** By how many seconds at most the standby was behind when it was last asked; undefined: not within ten seconds. */
  get lagSeconds(): number | undefined {
    return this.#lag && performance.now() - this.#lag.at < measuredMs ? this.#lag.ms / 1_000 : undefined;
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  async #read<Row, Args extends readonly unknown[]>(
    permission: StandbyPermission,
    statement: Statement<Row, Args>,
    args: Args,
  ): Promise<Row[] | StandbyReason> {
    this.#keepChecked();
    if (!this.#usable) return this.#left.reason;
    const endsAt = performance.now() + timeoutMs;
    const leftMs = (): number => Math.max(1, Math.ceil(endsAt - performance.now()));
    try {
      const client = await this.#connection(timeoutMs);
      try {
        const reason = await this.#reasonAgainst(permission, client, leftMs);
        return reason ?? (await query(client, statement, args, leftMs()));
      } finally {
        client.release();
      }
    } catch (error) {
      // A fault of the statement itself says nothing about the server; the primary will repeat it.
      if (error instanceof Refusal) this.#leave('away', error);
      return 'away';
    }
  }

  async #reasonAgainst({ lastChange }: StandbyPermission, client: PoolClient, leftMs: () => number): Promise<StandbyReason | undefined> {
    const kept = this.#standbyPositions.get(client);
    const isRecent = kept && performance.now() - kept.at < keptForMs;
    if (isRecent && this.#isFresh(kept.position) && lastChange < kept.position.visibleBelow) return undefined;
    const position = await this.#ask(client, leftMs());
    if (!this.#judge(position)) return this.#left.reason;
    return lastChange < position.visibleBelow ? undefined : 'just_changed';
  }

  #isRelated({ history }: StandbyPosition): boolean {
    const newest = this.#primaryPositions.at(-1);
    return !newest || newest.position.history === history;
  }

  /** Whether a standby at this position lags by less than a second. */
  #isFresh(standby: StandbyPosition): boolean {
    const now = performance.now();
    return standby.standby && this.#primaryPositions.some(({ at, position }) => now - at < maxLagMs && hasReached(standby, position));
  }

  /** As `isFresh`; where it is not, the standby is left, and why is remembered. */
  #judge(position: StandbyPosition): boolean {
    if (this.#isFresh(position)) return true;
    if (!position.standby) this.#leave('away', new Error('the server of DATABASE_READ_URL is not a standby'));
    else if (this.#isRelated(position)) this.#leave('lag', new Error('the standby of DATABASE_READ_URL lags by a second or more'));
    else this.#leave('away', new Error('the standby of DATABASE_READ_URL does not follow the primary of DATABASE_URL'));
    return false;
  }

  #leave(reason: StandbyOutage['reason'], error: unknown): void {
    this.#usable = false;
    this.#notBefore = performance.now() + (reason === 'lag' ? keptForMs : pauseMs);
    this.#left = { reason, error: causeOf(error) };
    this.events.onLeft?.(this.#left.error);
  }

  async #ask(client: PoolClient, waitsMs: number): Promise<StandbyPosition> {
    const at = performance.now();
    const [position] = await query(client, standbyPosition, [], waitsMs);
    this.#standbyPositions.set(client, { at, position: position! });
    const reached = this.#primaryPositions.findLast((one) => hasReached(position!, one.position));
    if (reached) this.#reachedAt = Math.max(reached.at, this.#reachedAt ?? 0);
    if (this.#reachedAt !== undefined) this.#lag = { at, ms: Math.max(0, at - this.#reachedAt) };
    return position!;
  }

  async #connection(ms: number): Promise<PoolClient> {
    try {
      return await within(ms, this.pool.connect(), (late) => {
        late.release();
      });
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Starts a check if the last one is too old. Reads do not wait for it. */
  #keepChecked(): void {
    if (this.#checking || performance.now() - this.#checkedAt < keptForMs) return;
    this.#checking = this.#check(false);
  }

  /** Asks the primary for its position, and a standby that is not in use, or any with `askAnyway`, for its own. Never throws. */
  async #check(askAnyway: boolean): Promise<void> {
    this.#checkedAt = performance.now();
    try {
      // With time of its own: the request that starts a check may be over before it.
      await withTimeBudget(checkMs, async () => {
        await this.#askPrimary();
        if (askAnyway || (!this.#usable && performance.now() >= this.#notBefore)) await this.#tryStandby();
      });
    } catch (error) {
      this.#leave('away', error);
    } finally {
      this.#checking = undefined;
    }
  }

  async #askPrimary(): Promise<void> {
    const at = performance.now();
    const [position] = await query(this.primary(), primaryPosition, []);
    const { history } = position!;
    const comparable = this.#primaryPositions.filter((one) => at - one.at < measuredMs && one.position.history === history);
    this.#primaryPositions = [...comparable, { at, position: position! }];
  }

  async #tryStandby(): Promise<void> {
    const client = await this.#connection(checkMs);
    let fits = false;
    try {
      fits = this.#judge(await this.#ask(client, checkMs));
      if (fits) this.#usable = true;
    } finally {
      // A server that lags stays the one to ask; any other fault may be that of this server alone.
      client.release(!fits && this.#left.reason !== 'lag');
    }
  }
}

/** What PostgreSQL or the connection said: a refusal has it as its detail. */
function causeOf(error: unknown): Error {
  const detail = error instanceof Refusal ? (error.detail as { message?: string } | undefined) : undefined;
  return detail?.message !== undefined ? new Error(detail.message) : error instanceof Error ? error : new Error(String(error));
}
