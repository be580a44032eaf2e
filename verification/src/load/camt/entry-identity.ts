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
  /** The digest of its AcctSvcrRef, hex; absent where it has none, or where nothing is noted of it. */
  readonly servicerReference?: string | null;
  /** Whether other entries have the same AcctSvcrRef: then it identifies none of them. */
  readonly isShared?: boolean;
}

/**
 * The verdict on an entry. `known`: its unique AcctSvcrRef is in the books. `equal`: another statement, or the bank itself, has an entry
 * with the same content, and nothing proves whether it is this one. `contradicted`: its AcctSvcrRef is in the books with another amount or
 * day.
 */
export type EntryVerdict = 'new' | 'known' | 'equal' | 'contradicted';

export interface JudgedEntry {
  readonly entry: StatementEntry;
  readonly verdict: EntryVerdict;
  /** The earlier entry that it equals or contradicts. */
  readonly earlier: EarlierEntry | undefined;
}

/** Words that banks write where an entry has no reference, besides those that begin with a negation. */
const emptyWords: ReadonlySet<string> = new Set(
  'NA NULL NIL NULLA NAN NAV NTAV EMPTY BLANK DUMMY DEFAULT MISSING TBD REF REFERENCE LEER KEINE OHNE SANS AUCUNE VIDE'.split(' '),
);

/** Whether a text in place of a reference says that there is none: only signs or zeros, one character again and again, or such a word. */
export function isPlaceholder(text: string): boolean {
  const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (/^(.)\1+$/u.test(plain) || /^[0\p{L}]?$/u.test(plain)) return true;
  return /^(NO|UN)[A-Z]*0*$/.test(plain) || emptyWords.has(plain.replace(/0+$/, ''));
}

/** A reference that the bank gave to one entry (ISO 20022 AccountServicerReference). */
export const identifierOf = ({ place: { servicerReference } }: StatementEntry): string | undefined =>
  servicerReference === undefined || isPlaceholder(servicerReference) ? undefined : servicerReference;

/** How the books note the AcctSvcrRef of an entry, hex; undefined where it has none. */
export function referenceDigestOf(entry: StatementEntry): string | undefined {
  const identifier = identifierOf(entry);
  return identifier === undefined ? undefined : createHash('sha256').update(identifier).digest('hex');
}

/** The id that an entry has if no other entry has it. */
export const uniqueReference = ({ place: { servicerReference, statementReference } }: StatementEntry): string | undefined =>
  servicerReference ?? statementReference;

const contentOf = (amount: string, day: string): string => `${new Decimal(amount).toFixed()} ${day}`;
const contentsOf = ({ amount, bookingDate, lateFrom }: EarlierEntry): string[] =>
  [bookingDate, ...(lateFrom == null ? [] : [lateFrom])].map((day) => contentOf(amount, day));

/** Whether two entries have the same amount and booking day. */
const sameContent = ({ amount, bookingDate }: StatementEntry, earlier: EarlierEntry): boolean =>
  contentsOf(earlier).includes(contentOf(amount, bookingDate));

/** Under one AcctSvcrRef a later booking day is that of an entry that came late, by file or by feed; its value date stays. */
const sameUnderReference = (entry: StatementEntry, earlier: EarlierEntry): boolean =>
  sameContent(entry, earlier) ||
  (new Decimal(earlier.amount).equals(entry.amount) && earlier.bookingDate > entry.bookingDate && earlier.valueDate === entry.valueDate);

/** Whether its AcctSvcrRef distinguishes it from an entry with another one. */
const isIdentified = ({ servicerReference, isShared }: EarlierEntry): boolean => servicerReference != null && isShared !== true;

/** Entries of one amount and day that nothing was compared with yet. */
interface Alike {
  readonly identified: EarlierEntry[];
  readonly others: EarlierEntry[];
}

/**
 * Judges the entries of statements of one account that are not known themselves, in the order of the file. Only an AcctSvcrRef that is
 * unique, in the file and in the books, proves anything: that an entry is known, or that it is another one than an equal entry with another
 * AcctSvcrRef. NtryRef is unique within its statement only, and so it neither makes entries the same nor different.
 */
export class EntryIdentity {
  /** Entries that nothing was compared with yet: each stands for one entry of a statement. */
  readonly #unmatched = new Set<EarlierEntry>();
  readonly #byId = new Map<string, EarlierEntry>();
  readonly #byReference = new Map<string, EarlierEntry[]>();
  readonly #byContent = new Map<string, Alike>();
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
    const { servicerReference } = earlier;
    if (servicerReference != null) {
      const holders = this.#byReference.get(servicerReference);
      if (holders) holders.push(earlier);
      else this.#byReference.set(servicerReference, [earlier]);
    }
    for (const content of contentsOf(earlier)) {
      const alike = this.#byContent.get(content) ?? { identified: [], others: [] };
      (isIdentified(earlier) ? alike.identified : alike.others).push(earlier);
      this.#byContent.set(content, alike);
    }
  }

  /** Whether an entry has an AcctSvcrRef that no other entry of the file has. */
  isUnique(entry: StatementEntry): boolean {
    const identifier = identifierOf(entry);
    return identifier !== undefined && this.#counts.get(identifier) === 1;
  }

  /** The statement's entries with their verdicts; the next statement is compared with those that are new here. */
  judge(statement: Statement): JudgedEntry[] {
    return statement.entries.map((entry) => {
      const judged = this.isUnique(entry) ? this.#byIdentifier(entry) : this.#byAmount(entry, true);
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
    for (const [entry, id] of ids) {
      const { amount, bookingDate, valueDate } = entry;
      const [servicerReference, isShared] = [referenceDigestOf(entry) ?? null, !this.isUnique(entry)];
      this.#add({ id, amount, bookingDate, valueDate, servicerReference, isShared });
    }
    return ids;
  }

  #byIdentifier(entry: StatementEntry): JudgedEntry {
    const holders = this.#byReference.get(referenceDigestOf(entry)!) ?? [];
    const [holder] = holders;
    if (holders.length === 1 && sameUnderReference(entry, holder!)) return { entry, verdict: 'known', earlier: holder };
    // Under this id the books have an entry of which nothing is noted: its id may be an NtryRef, or the bank's own.
    const named = holder ?? this.#byId.get(identifierOf(entry)!);
    const alike = [...holders, ...(named && !holder ? [named] : [])].find(
      (one) => this.#unmatched.has(one) && sameUnderReference(entry, one),
    );
    if (alike) return { entry, verdict: 'equal', earlier: alike };
    return named ? { entry, verdict: 'contradicted', earlier: named } : this.#byAmount(entry, false);
  }

  /** Compares by amount and day: with all entries, or with those that have no AcctSvcrRef of their own. */
  #byAmount(entry: StatementEntry, isWithIdentified: boolean): JudgedEntry {
    const reference = uniqueReference(entry);
    const named = reference === undefined ? undefined : this.#byId.get(reference);
    const isAlike = named && this.#unmatched.has(named) && sameContent(entry, named) && (isWithIdentified || !isIdentified(named));
    const earlier = isAlike ? named : this.#unmatchedLike(entry, isWithIdentified);
    return { entry, verdict: earlier ? 'equal' : 'new', earlier };
  }

  #unmatchedLike({ amount, bookingDate }: StatementEntry, isWithIdentified: boolean): EarlierEntry | undefined {
    const alike = this.#byContent.get(contentOf(amount, bookingDate));
    if (!alike) return undefined;
    for (const same of [alike.others, ...(isWithIdentified ? [alike.identified] : [])]) {
      // From the end, where those that are matched can be dropped: 10,000 equal entries take 0.6 s in place of 1.8 s.
      while (same.length > 0 && !this.#unmatched.has(same.at(-1)!)) same.pop();
      if (same.length > 0) return same.at(-1);
    }
    return undefined;
  }

  #freeId(statement: Statement, entry: StatementEntry): string {
    const reference = uniqueReference(entry);
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
