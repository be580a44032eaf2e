import { outsideRequests, type Database, type PiggybackAsker, type PiggybackedQuestion } from '@open-banking/database';
import { changesBesides, changesSince, maxChanges, type AccessChange, type ChangesRow } from './access-changes.statements.js';

const maxKept = 10_000;
// One is on its way while the answer to the other is read (as `BatchedReads`): 3 to 5 % more balances than with one.
const questionsAtOnce = 2;
/** Whoever waits longer reads what is stored. */
const timeoutMs = 100;

/** A question that the next run of reads will ask. */
interface Piggybacked {
  readonly answered: (isKnown: boolean) => void;
  /** As `latest` says it. */
  readonly isKnown: Promise<boolean>;
}

/**
 * Knows which tokens, consents, clients and organizations have changed, so that what was read of them once need not be read again
 * (docs/decisions/0066). Reads that are asked together ask it besides; all others who come while questions are under way share the next one.
 */
export class AccessChanges implements PiggybackAsker {
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
  #piggybacked: Piggybacked | undefined;

  constructor(private readonly database: Database) {
    database.piggybacks(changesBesides, this);
  }

  /** Whether all changes that were committed before this call are known. False where nobody answers, or not soon. */
  latest(): Promise<boolean> {
    this.#next ??= this.#sent();
    return this.#next;
  }

  /** As `latest`, asked by the read that `begin` begins, or by another one that waits to be sent. */
  latestBeside(begin: () => void): Promise<boolean> {
    if (this.#late === 0) {
      begin();
      if (this.#piggybacked) return this.#piggybacked.isKnown;
    }
    return this.latest();
  }

  queued(): void {
    if (this.#piggybacked) return;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#piggybacked = { answered: resolve, isKnown: this.#inTime(promise) };
  }

  begun(): PiggybackedQuestion {
    const piggybacked = this.#piggybacked;
    this.#piggybacked = undefined;
    const from = this.#from;
    return {
      parameter: parameterOf(from),
      answered: (row) => {
        if (row) this.#note(row as unknown as ChangesRow, from);
        else this.#forget();
        piggybacked?.answered(row !== undefined);
      },
    };
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

  async #sent(): Promise<boolean> {
    // Requests that arrive in one turn of the event loop share the first question, too.
    if (this.#underWay.size < questionsAtOnce) await new Promise<void>((next) => void setImmediate(next));
    else await Promise.race(this.#underWay);
    this.#next = undefined;
    if (this.#late > 0) return false;
    const answer = this.#inTime(outsideRequests(() => this.#ask()));
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  #inTime(asked: Promise<boolean>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#late += 1;
      resolve(false);
    }, timeoutMs).unref();
    void asked.then((isKnown) => {
      clearTimeout(timer);
      if (isLate) this.#late -= 1;
      resolve(isKnown);
    });
    return promise;
  }

  async #ask(): Promise<boolean> {
    try {
      const from = this.#from;
      this.#note((await this.database.row(changesSince, parameterOf(from)))!, from);
      return true;
    } catch {
      // The next answer may come from another server, whose transactions have other numbers.
      this.#forget();
      return false;
    }
  }

  /** Where the next question asks from; undefined: from the transactions that run. */
  get #from(): number | undefined {
    return this.#knownFrom === undefined ? undefined : this.#horizon;
  }

  /** Notes the answer to a question that asked from this transaction on. */
  #note({ horizon, changes }: ChangesRow, from = 0): void {
    const all = changes === null ? [] : (JSON.parse(String(changes)) as readonly AccessChange[]);
    // A server that is behind the one before has taken its place (a standby, a restored backup), and gives new transactions the numbers of old ones.
    if (all.length === maxChanges || this.#changedIn.size > maxKept || horizon < from) {
      this.#forget();
      return;
    }
    this.#knownFrom ??= horizon;
    this.#horizon = Math.max(this.#horizon, horizon);
    for (const { subject, changedIn } of all) this.#changedIn.set(subject, Math.max(changedIn, this.#changedIn.get(subject) ?? 0));
  }

  #forget(): void {
    this.#changedIn.clear();
    this.#knownFrom = undefined;
    this.#horizon = 0;
  }
}

const parameterOf = (from: number | undefined): string | null => (from === undefined ? null : String(from));
