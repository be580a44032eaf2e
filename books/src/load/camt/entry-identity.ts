import { createHash } from 'node:crypto';
import { Decimal } from '@open-banking/messages';
import type { Statement, StatementEntry } from './statement.js';

/** An entry that an entry of a statement may be the same as: it is in the books, or in an earlier statement of the file. */
export interface EarlierEntry {
  readonly id: string;
  readonly amount: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** Its own booking day where it was loaded after that day was closed, and so booked on a later one. */
  readonly lateFrom?: string | null;
}

/**
 * What an entry is. `known`: its unique AcctSvcrRef is in the books. `equal`: another statement has an entry with the same content, and
 * nothing proves whether it is this one. `contradicted`: its AcctSvcrRef is in the books with another amount or day.
 */
export type EntryVerdict = 'new' | 'known' | 'equal' | 'contradicted';

export interface JudgedEntry {
  readonly entry: StatementEntry;
  readonly verdict: EntryVerdict;
  /** What it equals or contradicts. */
  readonly earlier: EarlierEntry | undefined;
}

/** Banks write these where an entry has no reference. */
const placeholders: ReadonlySet<string> = new Set(['NONREF', 'NOTPROVIDED', 'NOREF', 'UNKNOWN', 'N/A']);

/** A reference that the bank gave to one entry (ISO 20022 AccountServicerReference). */
const identifierOf = ({ place: { servicerReference } }: StatementEntry): string | undefined =>
  servicerReference === undefined || placeholders.has(servicerReference.toUpperCase()) ? undefined : servicerReference;

/** The id that an entry has if no other entry has it. */
export const referenceOf = ({ place: { servicerReference, statementReference } }: StatementEntry): string | undefined =>
  servicerReference ?? statementReference;

const contentOf = (amount: string, day: string): string => `${new Decimal(amount).toFixed()} ${day}`;
const contentsOf = ({ amount, bookingDate, lateFrom }: EarlierEntry): string[] =>
  [bookingDate, ...(lateFrom == null ? [] : [lateFrom])].map((day) => contentOf(amount, day));

/** Of the same amount and booking day. */
const sameContent = ({ amount, bookingDate }: StatementEntry, earlier: EarlierEntry): boolean =>
  contentsOf(earlier).includes(contentOf(amount, bookingDate));

/** Under one AcctSvcrRef a later booking day is that of an entry that came late, by file or by feed; its value date stays. */
const sameUnderReference = (entry: StatementEntry, earlier: EarlierEntry): boolean =>
  sameContent(entry, earlier) ||
  (new Decimal(earlier.amount).equals(entry.amount) && earlier.bookingDate > entry.bookingDate && earlier.valueDate === entry.valueDate);

/**
 * Judges the entries of statements of one account that are not known themselves, in the order of the file. NtryRef is unique within its
 * statement only, so an entry without a unique AcctSvcrRef is never taken for a known one.
 */
export class EntryIdentity {
  /** Entries that nothing was compared with yet: each stands for one entry of a statement. */
  readonly #unmatched = new Set<EarlierEntry>();
  readonly #byId = new Map<string, EarlierEntry>();
  readonly #byContent = new Map<string, EarlierEntry[]>();
  readonly #taken: Set<string>;
  /** How often an AcctSvcrRef is in the file. */
  readonly #counts = new Map<string, number>();

  constructor(
    statements: readonly Statement[],
    earlier: readonly EarlierEntry[],
    /** Ids of entries that are pending. */
    pending: readonly string[],
    private readonly fileSha256: string,
  ) {
    this.#taken = new Set(pending);
    for (const one of earlier) this.#add(one);
    for (const entry of statements.flatMap(({ entries }) => entries)) {
      const identifier = identifierOf(entry);
      if (identifier !== undefined) this.#counts.set(identifier, (this.#counts.get(identifier) ?? 0) + 1);
    }
  }

  #add(earlier: EarlierEntry): void {
    this.#unmatched.add(earlier);
    this.#byId.set(earlier.id, earlier);
    this.#taken.add(earlier.id);
    for (const content of contentsOf(earlier)) {
      const same = this.#byContent.get(content);
      if (same) same.push(earlier);
      else this.#byContent.set(content, [earlier]);
    }
  }

  /** The statement's entries with their verdicts; the next statement is compared with those that are new here. */
  judge(statement: Statement): JudgedEntry[] {
    const restarts = this.#restarts(statement);
    return statement.entries.map((entry) => {
      const judged = this.#judged(entry, restarts);
      if (judged.earlier && judged.verdict !== 'contradicted') this.#unmatched.delete(judged.earlier);
      return judged;
    });
  }

  /** Gives each new entry of a statement an id that no other entry of the account has. */
  assign(statement: Statement, entries: readonly StatementEntry[]): Map<StatementEntry, string> {
    const ids = new Map<StatementEntry, string>();
    const identified = entries.filter((entry) => identifierOf(entry) !== undefined);
    for (const entry of [...identified, ...entries.filter((entry) => identifierOf(entry) === undefined)]) {
      const id = this.#freeId(statement, entry);
      this.#taken.add(id);
      ids.set(entry, id);
    }
    for (const [{ amount, bookingDate, valueDate }, id] of ids) this.#add({ id, amount, bookingDate, valueDate });
    return ids;
  }

  #judged(entry: StatementEntry, restarts: boolean): JudgedEntry {
    const identifier = identifierOf(entry);
    if (identifier !== undefined && this.#counts.get(identifier) === 1) return this.#byIdentifier(entry, identifier);
    const equal = this.#equal(entry, restarts);
    return { entry, verdict: equal ? 'equal' : 'new', earlier: equal };
  }

  #byIdentifier(entry: StatementEntry, identifier: string): JudgedEntry {
    const earlier = this.#byId.get(identifier);
    if (!earlier) return { entry, verdict: 'new', earlier };
    return { entry, verdict: sameUnderReference(entry, earlier) ? 'known' : 'contradicted', earlier };
  }

  /** An earlier entry with the same content that no reference tells apart from this one. */
  #equal(entry: StatementEntry, restarts: boolean): EarlierEntry | undefined {
    const reference = referenceOf(entry);
    const named = reference === undefined ? undefined : this.#byId.get(reference);
    if (named && this.#unmatched.has(named) && sameContent(entry, named)) return named;
    if (identifierOf(entry) !== undefined) return this.#unmatchedLike(entry, ({ id }) => isDerivedId(id));
    return reference === undefined || restarts ? this.#unmatchedLike(entry, () => true) : undefined;
  }

  #unmatchedLike({ amount, bookingDate }: StatementEntry, is: (earlier: EarlierEntry) => boolean): EarlierEntry | undefined {
    const same = this.#byContent.get(contentOf(amount, bookingDate)) ?? [];
    // From the end, where those that are matched can be dropped: 10,000 equal entries take 0.6 s in place of 1.8 s.
    while (same.length > 0 && !this.#unmatched.has(same.at(-1)!)) same.pop();
    return same.findLast((earlier) => this.#unmatched.has(earlier) && is(earlier));
  }

  /** Whether the references of a statement begin again: then they tell no entry from one of another statement. */
  #restarts({ entries }: Statement): boolean {
    const seen = new Set<string>();
    return entries.some((entry) => {
      const reference = identifierOf(entry) === undefined ? referenceOf(entry) : undefined;
      if (reference === undefined) return false;
      const named = this.#byId.get(reference);
      const isRepeated = seen.has(reference);
      seen.add(reference);
      return isRepeated || (named !== undefined && !sameContent(entry, named));
    });
  }

  #freeId(statement: Statement, entry: StatementEntry): string {
    const reference = referenceOf(entry);
    if (reference !== undefined && !this.#taken.has(reference)) return reference;
    for (let attempt = 0; ; attempt += 1) {
      const id = derivedId(statement, entry, this.fileSha256, attempt);
      if (!this.#taken.has(id)) return id;
    }
  }
}

/**
 * The id of an entry without a reference of its own: the same each time the statement is loaded, in any database. `attempt` is above zero
 * where the id is taken, by a statement that has the same identity and is another one.
 */
export function derivedId({ iban, identity, number }: Statement, entry: StatementEntry, fileSha256: string, attempt = 0): string {
  const source = identity === undefined || attempt > 0 ? [fileSha256, number, attempt] : identity;
  const { amount, bookingDate, place } = entry;
  const hash = createHash('sha256').update(JSON.stringify([iban, source, place.number, amount, bookingDate]));
  // A letter first: a spreadsheet then shows the id as it is.
  return `L${hash.digest('hex').slice(0, 24)}`;
}

const isDerivedId = (id: string): boolean => /^L[0-9a-f]{24}$/.test(id);
