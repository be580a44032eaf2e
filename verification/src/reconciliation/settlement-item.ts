import type { Money } from '@open-banking/messages';

/** A booked entry of a settlement account, or one transaction of a batch of them. */
export interface SettlementItem {
  readonly reference: string;
  /** References of the form of a UUID, in lower case and without hyphens. */
  readonly ids: readonly string[];
  readonly endToEndId: string | undefined;
  /**
   * Whether clearing gives back an id of the bank's as the reference of the transaction: then its EndToEndId, which payers choose, finds
   * nothing.
   */
  readonly isNamed: boolean;
  /** As the bank sees it whose account it is: a debit is negative. */
  readonly amount: Money;
  /** Charges that the amount contains; a debit is negative. */
  readonly charges: Money | undefined;
  readonly isCharge: boolean;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** The file, the line it begins on, its number in the statement and its references. */
  readonly place: string;
  /** Whether something of the bank was found for it. */
  isTaken: boolean;
  /** Whether a difference names it. */
  isReported: boolean;
  /** The statement it is in, once that has ended. */
  statement: Pick<StatementFrame, 'id' | 'from' | 'until'> | undefined;
}

/** Something of a statement that is not compared, with the reason. */
export interface LeftOut {
  /** What it is; an entry where it is undefined. */
  readonly of?: 'message';
  /** The reference of the entry, or the namespace of the message. */
  readonly id: string;
  /** In words that are counted: `with the status PDNG`. */
  readonly reason: string;
  readonly text: string;
  readonly amount: string;
  readonly currency: string;
  /** Empty where it has no day that can be read. */
  readonly date: string;
  readonly place: string;
}

/** An account's statement, without its entries. */
export interface StatementFrame {
  readonly place: string;
  readonly id: string;
  readonly page: string;
  readonly account: string;
  readonly currency: string;
  readonly from: string;
  readonly until: string;
  readonly opening: Money | undefined;
  readonly closing: Money | undefined;
  readonly entries: number;
  /** The sum of its booked entries. */
  readonly moved: Money;
  /** Batches whose transactions do not add up to the entry. */
  readonly unevenBatches: readonly {
    readonly reference: string;
    readonly entry: Money;
    readonly transactions: Money;
    readonly date: string;
    readonly place: string;
  }[];
  /** The figures of TxsSummry that the entries do not come to. */
  readonly summaryMisfit: string | undefined;
  /** Entries that are not booked or of zero, batches that are not divided, and charges in other currencies. */
  readonly leftOut: readonly LeftOut[];
}

export const isOutsideStatement = ({ bookingDate, statement }: SettlementItem): boolean =>
  statement !== undefined && (bookingDate < statement.from || bookingDate > statement.until);

export const withoutHyphens = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** All entries of the statements, found by the references that they have. */
export class SettlementIndex {
  readonly #all: SettlementItem[] = [];
  readonly #byId = new Map<string, SettlementItem | SettlementItem[]>();
  readonly #byEndToEndId = new Map<string, SettlementItem | SettlementItem[]>();

  get size(): number {
    return this.#all.length;
  }

  add(item: SettlementItem): void {
    this.#all.push(item);
    for (const id of item.ids) addTo(this.#byId, id, item);
    if (!item.isNamed && item.endToEndId !== undefined) addTo(this.#byEndToEndId, item.endToEndId, item);
  }

  /** Entries with one of the ids that nothing was found for yet. */
  withIds(ids: readonly string[]): SettlementItem[] {
    const found = ids.flatMap((id) => this.#byId.get(withoutHyphens(id)) ?? []).filter(({ isTaken }) => !isTaken);
    return [...new Set(found)];
  }

  /**
   * An entry without an id of the bank's, by its EndToEndId and amount: payers choose the id, and may choose it twice.
   */
  withEndToEndId(endToEndId: string | null, expected: Money): SettlementItem[] {
    if (endToEndId === null) return [];
    const same = [this.#byEndToEndId.get(endToEndId) ?? []].flat().find(({ isTaken, amount }) => !isTaken && amount.equals(expected));
    return same ? [same] : [];
  }

  /** Whether another entry with its EndToEndId was found to be the bank's. */
  hasTakenSibling({ isNamed, endToEndId }: SettlementItem): boolean {
    return !isNamed && endToEndId !== undefined && [this.#byEndToEndId.get(endToEndId) ?? []].flat().some(({ isTaken }) => isTaken);
  }

  /** Those booked on days that their statement is not of. */
  outsideStatements(): SettlementItem[] {
    return this.#all.filter(isOutsideStatement);
  }

  /** Those that nothing was found for, a number at a time. */
  *remaining(max: number): Generator<SettlementItem[]> {
    let some: SettlementItem[] = [];
    for (const item of this.#all) {
      if (item.isTaken) continue;
      some.push(item);
      if (some.length === max) {
        yield some;
        some = [];
      }
    }
    if (some.length > 0) yield some;
  }
}

function addTo(map: Map<string, SettlementItem | SettlementItem[]>, key: string, item: SettlementItem): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, item);
  else if (Array.isArray(before)) before.push(item);
  else map.set(key, [before, item]);
}
