import { outsideRequests, type Database } from '@open-banking/database';
import { changesSince, mostChanges, type ChangeRow } from './access-changes.statements.js';

const mostKept = 10_000;
// One is on its way while the answer to the other is read (as `BatchedReads`): 3 to 5 % more balances than with one.
const questionsAtOnce = 2;
/** Whoever waits longer reads what is stored. */
const patienceMs = 100;
/** Connections in use while a request counts as alone: recurring work uses one now and then, 50 clients all of them. */
const mostBusy = 1;

/**
 * Knows which tokens, consents, clients and organizations have changed, so that what was read of them once need not be read again
 * (docs/decisions/0066). All who come while questions are under way share the next one.
 */
export class AccessChanges {
  /** The last transaction that has changed a subject, among those asked for. */
  readonly #changedIn = new Map<string, number>();
  /** Changes of this transaction and later ones are known; undefined: none are. */
  #knownFrom: number | undefined;
  /** The next question asks from here: what was over at this transaction is known. */
  #horizon = 0;
  readonly #underWay = new Set<Promise<boolean>>();
  /** Questions that have taken too long: nobody waits for them any more, and no other is sent. */
  #late = 0;
  #next: Promise<boolean> | undefined;
  /** Those who share the next one. */
  #callers = 0;
  #ifAlone: (() => void) | undefined;

  constructor(private readonly database: Database) {}

  /**
   * Whether all changes that were committed before this call are known. False where nobody answers, or not soon. Calls `ifAlone` when the
   * question is sent, if it is for this caller only, and nearly nothing else is asked of the database.
   */
  latest(ifAlone?: () => void): Promise<boolean> {
    this.#callers += 1;
    this.#ifAlone = ifAlone;
    this.#next ??= this.#begun();
    return this.#next;
  }

  /** Resolves when what is read from here on can be compared with later changes, if it can be soon. */
  async known(): Promise<void> {
    if (this.#knownFrom === undefined) await this.latest();
  }

  /** Runs a look-up whose row says its horizon. Answered by a server that is behind what was known before it was sent, it shows that nothing is known of that one. */
  async lookUp<Row extends { readonly horizon: number }>(look: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const from = this.#horizon;
    const row = await look();
    if (row && row.horizon < from) this.#forget();
    return row;
  }

  /** Whether what was read of the subjects by a statement with this horizon may differ from what is stored, as far as `latest` has told. */
  mayDiffer(subjects: readonly string[], horizon: number): boolean {
    if (this.#knownFrom === undefined || horizon < this.#knownFrom) return true;
    return subjects.some((subject) => (this.#changedIn.get(subject) ?? -1) >= horizon);
  }

  async #begun(): Promise<boolean> {
    // Requests that arrive in one turn of the event loop share the first question, too.
    if (this.#underWay.size < questionsAtOnce) await new Promise<void>((next) => void setImmediate(next));
    else await Promise.race(this.#underWay);
    this.#next = undefined;
    const isAlone = this.#isAlone();
    if (this.#late > 0) return false;
    if (isAlone) this.#ifAlone?.();
    const answer = this.#inTime(outsideRequests(() => this.#ask()));
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  /** Whether the question about to be sent is for one caller, while others are not about: they would be in its way, and it in theirs. */
  #isAlone(): boolean {
    const { totalCount, idleCount } = this.database.pool;
    const isForOne = this.#callers === 1;
    this.#callers = 0;
    return isForOne && this.#underWay.size === 0 && totalCount - idleCount <= mostBusy;
  }

  async #inTime(asked: Promise<boolean>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#late += 1;
      resolve(false);
    }, patienceMs).unref();
    void asked.then((isKnown) => {
      clearTimeout(timer);
      if (isLate) this.#late -= 1;
      resolve(isKnown);
    });
    return promise;
  }

  async #ask(): Promise<boolean> {
    try {
      const from = this.#knownFrom === undefined ? undefined : this.#horizon;
      this.#note(await this.database.rows(changesSince, from === undefined ? null : String(from)), from);
      return true;
    } catch {
      // The next answer may come from another server, whose transactions have other numbers.
      this.#forget();
      return false;
    }
  }

  /** Notes the answer to a question that asked from this transaction on. */
  #note(rows: readonly ChangeRow[], from = 0): void {
    const { horizon } = rows[0]!;
    // A server that is behind the one before has taken its place (a standby, a restored backup), and gives new transactions the numbers of old ones.
    if (rows.length === mostChanges || this.#changedIn.size > mostKept || horizon < from) {
      this.#forget();
      return;
    }
    this.#knownFrom ??= horizon;
    this.#horizon = Math.max(this.#horizon, horizon);
    for (const { subject, changedIn } of rows)
      if (subject !== null) this.#changedIn.set(subject, Math.max(changedIn!, this.#changedIn.get(subject) ?? 0));
  }

  #forget(): void {
    this.#changedIn.clear();
    this.#knownFrom = undefined;
    this.#horizon = 0;
  }
}
