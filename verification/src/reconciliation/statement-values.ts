import { bankDay, bankDayEndedAt, Money } from '@open-banking/messages';
import { bookedBalance } from '../load/camt/statement-balances.js';
import { mustBeDay } from '../load/camt/statement.js';
import { unsignedAmount } from '../load/camt/unsigned-amount.js';
import { childElements, childAt, textAt, type XmlElement } from '../load/camt/xml-tree.js';
import type { StatementFaults } from './statement-faults.js';

/** A balance with its day. */
interface DatedAmount {
  readonly amount: Money;
  readonly date: string;
}

export interface StatementBalances extends Pick<KnownDays, 'opened' | 'closed'> {
  readonly opening: Money | undefined;
  readonly closing: Money | undefined;
  readonly currencies: readonly string[];
}

/** The days that a statement's balances and entries have; where it has no period, they are its own. */
export interface KnownDays {
  readonly opened: string | undefined;
  readonly closed: string | undefined;
  readonly firstEntry: string | undefined;
  readonly lastEntry: string | undefined;
}

/** The digits before the point that ISO 20022 allows: settlement accounts have larger amounts than the interface. */
const maxWholeDigits = 18;

/** The places at which a transaction states its amount, the booked amount first. */
const transactionAmounts: readonly (readonly string[])[] = [[], ['AmtDtls', 'TxAmt'], ['AmtDtls', 'CntrValAmt'], ['AmtDtls', 'InstdAmt']];

const isCurrencyCode = ({ attributes }: XmlElement): boolean => /^[A-Z]{3}$/.test(attributes['Ccy'] ?? '');

/** Reads amounts, days and balances of a settlement statement, and notes what is wrong with them. */
export class StatementValues {
  constructor(
    private readonly faults: StatementFaults,
    private readonly timeZone: string,
  ) {}

  /** The amount of an element with its direction. */
  signed(element: XmlElement, of: string): Money | undefined {
    return this.#directed(element, of, this.#unsigned(element, of), textAt(element, 'CdtDbtInd'));
  }

  /**
   * The amount that a transaction of a batch states in the entry's currency, at the first place that has one. `entryDirection` holds where
   * the transaction has none of its own.
   */
  transactionAmount(transaction: XmlElement, currency: string, entryDirection: string | undefined): Money | 'unstated' | undefined {
    const place = transactionAmounts.find((path) => {
      const amount = childAt(transaction, ...path, 'Amt');
      return amount && (amount.attributes['Ccy'] === currency || !isCurrencyCode(amount));
    });
    if (!place) return 'unstated';
    const amount = this.#unsigned(childAt(transaction, ...place)!, ['TxDtls', ...place].join('/'));
    return this.#directed(transaction, 'TxDtls', amount, textAt(transaction, 'CdtDbtInd') ?? entryDirection);
  }

  #directed(element: XmlElement, of: string, amount: Money | undefined, direction: string | undefined): Money | undefined {
    if (direction === 'DBIT') return amount?.negated();
    return direction === 'CRDT'
      ? amount
      : this.faults.add(childAt(element, 'CdtDbtInd') ?? element, `${of}/CdtDbtInd`, 'must be CRDT or DBIT');
  }

  #unsigned(element: XmlElement, of: string): Money | undefined {
    const amount = childAt(element, 'Amt');
    const text = unsignedAmount(amount, maxWholeDigits);
    if (!amount || text === undefined || !isCurrencyCode(amount))
      return this.faults.add(amount ?? element, `${of}/Amt`, 'must be a decimal number without sign, such as 12.50, with its currency');
    try {
      return Money.of(amount.attributes['Ccy']!, text);
    } catch (error) {
      return this.faults.add(amount, `${of}/Amt`, (error as Error).message);
    }
  }

  /** Charges that are in an amount; those in another currency cannot be compared with it. */
  charges(element: XmlElement, { currency }: Money): { readonly included: Money | undefined; readonly foreign: readonly Money[] } {
    const of = 'Chrgs/Rcrd';
    const records = childElements(element, 'Chrgs').flatMap((charges) => childElements(charges, 'Rcrd'));
    const amounts = records
      .filter((record) => textAt(record, 'ChrgInclInd') === 'true')
      .flatMap((record) => this.#directed(record, of, this.#unsigned(record, of), textAt(record, 'CdtDbtInd') ?? 'DBIT') ?? []);
    const own = amounts.filter((one) => one.currency === currency);
    return {
      included: own.length > 0 ? Money.sum(currency, own) : undefined,
      foreign: amounts.filter((one) => one.currency !== currency),
    };
  }

  /** The booked balances of a statement, and the days that they have; an interim one (`ITBD`) has a day too. */
  balances(element: XmlElement): StatementBalances {
    const [opening, closing] = [this.#balance(element, ['OPBD', 'PRCD'], 'first'), this.#balance(element, ['CLBD'], 'last')];
    const last = closing ?? this.#balance(element, ['ITBD'], 'last');
    return {
      opening: opening?.amount,
      closing: closing?.amount,
      opened: opening?.date,
      closed: last?.date,
      currencies: [closing, opening, last].flatMap((balance) => balance?.amount.currency ?? []),
    };
  }

  #balance(element: XmlElement, types: readonly string[], which: 'first' | 'last'): DatedAmount | undefined {
    const found = bookedBalance(element, types, which, this.timeZone);
    const amount = found && this.signed(found, 'Bal');
    const date = found && this.day(found, 'Dt');
    return amount && date !== undefined ? { amount, date } : undefined;
  }

  day(element: XmlElement, name: string): string | undefined {
    return this.dayIfAny(element, name) ?? this.faults.add(childAt(element, name) ?? element, name, mustBeDay);
  }

  /** The same where it may be missing or faulty. */
  dayIfAny(element: XmlElement, name: string): string | undefined {
    return bankDay(textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm') ?? '', this.timeZone);
  }

  /** The days of a statement: those of its period; a bound that it does not state is that of its balances, or else of its entries. */
  period(element: XmlElement, known: KnownDays): { from: string; until: string } | undefined {
    const [begin, end] = [this.#periodTime(element, 'FrDtTm'), this.#periodTime(element, 'ToDtTm')];
    if (begin === 'faulty' || end === 'faulty') return undefined;
    const until = end === undefined ? lastKnown(known) : this.#endOf(end, known.closed);
    if (until !== undefined) return { until, from: begin === undefined ? firstKnown(known, until) : bankDay(begin, this.timeZone)! };
    return this.faults.add(
      element,
      'Stmt/FrToDt',
      'is missing, and so are dated balances and booked entries: the days of the statement are unknown',
    );
  }

  #periodTime(element: XmlElement, name: string): string | undefined {
    const written = childAt(element, 'FrToDt', name);
    const text = written?.text.trim();
    if (!written || !text || bankDay(text, this.timeZone) !== undefined) return text || undefined;
    this.faults.add(written, `Stmt/FrToDt/${name}`, mustBeDay);
    return 'faulty';
  }

  /** Banks end a day with 24:00:00 or with the next midnight; others write days as midnights. The closing balance shows what is meant. */
  #endOf(text: string, closed: string | undefined): string | undefined {
    const ended = bankDayEndedAt(text, this.timeZone);
    return ended === closed || text.includes('T24:') ? ended : bankDay(text, this.timeZone);
  }
}

const lastKnown = ({ closed, lastEntry, opened }: KnownDays): string | undefined => closed ?? lastEntry ?? opened;
const firstKnown = ({ opened, firstEntry = opened }: KnownDays, until: string): string =>
  opened ?? (firstEntry !== undefined && firstEntry < until ? firstEntry : until);
