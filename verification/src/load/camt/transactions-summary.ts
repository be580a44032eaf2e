import { Decimal } from '@open-banking/messages';
import { unsignedAmount } from './unsigned-amount.js';
import { childAt, textAt, type XmlElement } from './xml-tree.js';

/** Counts and sums of entries. */
class Totals {
  readonly #credits = { count: 0, sum: new Decimal(0) };
  readonly #debits = { count: 0, sum: new Decimal(0) };
  /** Whether the amount of each entry is known. */
  #isKnown = true;

  add(amount: Decimal | undefined): void {
    if (!amount) {
      this.#isKnown = false;
      return;
    }
    const side = amount.isNegative() ? this.#debits : this.#credits;
    side.count += 1;
    side.sum = side.sum.plus(amount.abs());
  }

  /** By their places in TxsSummry. A sum may be meant as the sum of all amounts, or as what they come to. */
  get figures(): ReadonlyMap<string, readonly Decimal[]> | undefined {
    if (!this.#isKnown) return undefined;
    const [credits, debits] = [this.#credits, this.#debits];
    const net = credits.sum.minus(debits.sum);
    return new Map([
      ['TtlNtries/NbOfNtries', [new Decimal(credits.count + debits.count)]],
      ['TtlNtries/Sum', [credits.sum.plus(debits.sum), net.abs()]],
      ['TtlNtries/TtlNetNtry', [net]],
      ['TtlNtries/TtlNetNtryAmt', [net]],
      ['TtlCdtNtries/NbOfNtries', [new Decimal(credits.count)]],
      ['TtlCdtNtries/Sum', [credits.sum]],
      ['TtlDbtNtries/NbOfNtries', [new Decimal(debits.count)]],
      ['TtlDbtNtries/Sum', [debits.sum]],
    ]);
  }
}

/** The entries of a statement, to compare with its TxsSummry (ISO 20022 TotalTransactions). */
export class EntryTotals {
  readonly #booked = new Totals();
  readonly #listed = new Totals();

  /** The amount is a decimal number, negative for a debit; undefined where it cannot be read. */
  add(amount: string | undefined, isBooked: boolean): void {
    const decimal = amount === undefined ? undefined : new Decimal(amount);
    this.#listed.add(decimal);
    if (isBooked) this.#booked.add(decimal);
  }

  /**
   * The figures of TxsSummry that neither the booked entries nor all entries come to, such as `TtlNtries/NbOfNtries 3 (booked: 2)`.
   * Undefined where they agree, and where there is no summary, or one that may be of several pages.
   */
  misfit(statement: XmlElement, message: XmlElement | undefined): string | undefined {
    const stated = statedFigures(childAt(statement, 'TxsSummry'));
    if (stated.length === 0 || isPage(childAt(statement, 'StmtPgntn')) || isPage(childAt(message, 'GrpHdr', 'MsgPgntn'))) return undefined;
    const differing = [this.#booked, this.#listed].map(({ figures }) =>
      stated.filter(([place, value]) => !figures?.get(place)!.some((one) => one.equals(value))),
    );
    if (differing.some(({ length }) => length === 0)) return undefined;
    const booked = this.#booked.figures;
    return differing[0]!
      .map(([place, value]) => `${place} ${value.toFixed()}${booked ? ` (booked: ${booked.get(place)![0]!.toFixed()})` : ''}`)
      .join(', ');
  }
}

/** A number or sum of TxsSummry; those that cannot be read are not compared. */
function statedFigures(summary: XmlElement | undefined): [place: string, value: Decimal][] {
  const numbers = ['TtlNtries', 'TtlCdtNtries', 'TtlDbtNtries'].flatMap((group) =>
    ['NbOfNtries', 'Sum'].map((name) => [`${group}/${name}`, unsignedAmount(childAt(summary, group, name), 18)] as const),
  );
  const entries = childAt(summary, 'TtlNtries');
  const nets = [
    ['TtlNtries/TtlNetNtry', netOf(childAt(entries, 'TtlNetNtry'), 'Amt')],
    // camt.053.001.02 and .03.
    ['TtlNtries/TtlNetNtryAmt', netOf(entries, 'TtlNetNtryAmt')],
  ] as const;
  return [...numbers, ...nets].flatMap(([place, text]): [string, Decimal][] => (text === undefined ? [] : [[place, new Decimal(text)]]));
}

function netOf(element: XmlElement | undefined, name: string): string | undefined {
  const [text, direction] = [unsignedAmount(childAt(element, name), 18), textAt(element, 'CdtDbtInd')];
  return text === undefined || direction === undefined ? undefined : `${direction === 'DBIT' ? '-' : ''}${text}`;
}

const isPage = (pagination: XmlElement | undefined): boolean =>
  pagination !== undefined && !(textAt(pagination, 'PgNb') === '1' && textAt(pagination, 'LastPgInd') === 'true');
