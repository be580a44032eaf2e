import type pg from 'pg';
import { disagreements, errorsOf } from './load-agreement.js';
import type { LoadFormat } from './load-format.js';
import type { Proof } from './ledger-proof.js';
import { LoadErrors, type TakenRows } from './load-rows.js';
import { savePosition, type LoadSession } from './load-session.js';
import type { LoadPosition, LoadSource } from './load-source.js';

/** Lines that follow each other in the file. */
export interface LoadBatch extends TakenRows {
  readonly from: LoadPosition;
  readonly to: LoadPosition;
  readonly count: number;
  /** When the transaction may end with it: never, if the books agree, or in any case. */
  readonly end: 'never' | 'where they agree' | 'always';
}

export interface LoadBooks {
  readonly format: LoadFormat;
  readonly proofs: readonly Proof[];
  readonly byResource: boolean;
  /** Runs in the transaction of the last batch, when its proofs hold. */
  readonly beforeCommit?: ((client: pg.Client) => Promise<void>) | undefined;
}

/** `open`: its transaction goes on with the next batch. */
type Outcome = 'committed' | 'open';

/** A batch on its way. */
class Turn {
  readonly outcome: Promise<Outcome>;
  /** Resolves when the batch before has ended, and says how. */
  readonly decided: Promise<Outcome>;
  /** Resolves where the batch before has to be written again, so that this one is in its way. */
  readonly abandoned: Promise<void>;
  decide!: (before: Outcome) => void;
  abandon!: () => void;
  after: Turn | undefined;
  session: LoadSession;
  isJoined = false;
  /** The transaction's: where it began, and what it touches so far. */
  from: LoadPosition;
  resources: Set<string>;
  count: number;
  /** The books are not asked again before the transaction has so many lines: each time takes longer. */
  nextCheck = 0;

  /** With `early` the batch is written there at once, without it when the one before has ended. */
  constructor(
    readonly batch: LoadBatch,
    readonly early: LoadSession | undefined,
    before: Turn | undefined,
    run: (turn: Turn) => Promise<Outcome>,
  ) {
    ({ from: this.from, count: this.count } = batch);
    this.resources = new Set(batch.resources);
    this.session = (early ?? before?.session)!;
    this.decided = new Promise((resolve) => {
      this.decide = resolve;
    });
    this.abandoned = new Promise((resolve) => {
      this.abandon = resolve;
    });
    this.outcome = run(this);
    this.outcome.catch(() => undefined);
  }

  /** Goes on with the transaction of a batch. */
  join(before: Turn): void {
    this.isJoined = true;
    this.session = before.session;
    this.from = before.from;
    this.count += before.count;
    this.nextCheck = before.nextCheck;
    for (const resource of this.resources) before.resources.add(resource);
    this.resources = before.resources;
  }
}

/**
 * Writes the batches of a load, two at a time on two connections: while one is being proved and committed, the next is being written. They
 * are committed in the order of the file. A batch that fails beside the one before it (it may refer to its rows, or wait for its locks) is
 * written again when that is committed, and only then is its failure one. Where the books do not agree after a batch, its transaction stays
 * open and takes the next ones, until they do.
 */
export class LoadWriter {
  #last: Turn | undefined;

  constructor(
    private readonly sessions: readonly LoadSession[],
    private readonly source: LoadSource,
    private readonly head: Buffer,
    private readonly books: LoadBooks,
    private readonly onCommitted: (position: LoadPosition) => void,
  ) {}

  /** Takes a batch; resolves when the one before it is done, and fails with its failure. */
  async add(batch: LoadBatch): Promise<void> {
    const before = this.#last;
    const mayBegin = before === undefined || (before.batch.end === 'where they agree' && !before.isJoined);
    const early = mayBegin ? this.sessions.find((session) => session !== before?.session) : undefined;
    const turn = new Turn(batch, early, before, (one) => this.#run(one));
    this.#last = turn;
    if (before) before.after = turn;
    const outcome = (await before?.outcome) ?? 'committed';
    if (outcome === 'open') turn.join(before!);
    turn.decide(outcome);
  }

  /** Waits for all that was added. */
  async settled(): Promise<void> {
    await this.#last?.outcome;
  }

  async #run(turn: Turn): Promise<Outcome> {
    const isWritten = turn.early ? await this.#writeEarly(turn, turn.early) : false;
    const before = await turn.decided;
    if (isWritten && before === 'committed') return this.#end(turn);
    await turn.early?.rollback();
    if (before === 'committed') {
      turn.after?.abandon();
      await turn.session.begin(false);
    }
    await turn.session.send(turn.batch);
    return this.#end(turn);
  }

  /** Writes a batch beside the one before it. Returns whether it is written; where not, it holds no locks. */
  async #writeEarly({ batch, decided, abandoned }: Turn, session: LoadSession): Promise<boolean> {
    try {
      await session.begin(true);
      await session.send(batch);
    } catch {
      await session.rollback();
      return false;
    }
    const isLeft = await Promise.race([decided.then(() => false), abandoned.then(() => true)]);
    if (isLeft) await session.rollback();
    return !isLeft;
  }

  async #end(turn: Turn): Promise<Outcome> {
    const { batch, session, resources, count, from } = turn;
    if (batch.end === 'never' || (batch.end === 'where they agree' && count < turn.nextCheck)) return 'open';
    const { proofs, format, byResource } = this.books;
    const broken = await disagreements(session.client, proofs, format, byResource ? resources : undefined);
    if (broken.length > 0 && batch.end === 'always')
      throw new LoadErrors(await errorsOf(broken, this.source.name, this.source.linesFrom(from)));
    if (broken.length > 0) {
      turn.nextCheck = 2 * count;
      return 'open';
    }
    await this.#commit(turn);
    for (const { rows } of batch.pieces) rows.release();
    this.source.forget(batch.to);
    this.onCommitted(batch.to);
    return 'committed';
  }

  async #commit({ batch, session, from }: Turn): Promise<void> {
    const isLast = batch.end === 'always';
    if (isLast) await this.books.beforeCommit?.(session.client);
    await savePosition(session.client, this.head, from, isLast ? undefined : batch.to);
    await session.commit();
  }
}
