import { statement, type Statement } from '@open-banking/database';
import { amountDigits, amountMisfit } from '@open-banking/messages';
import { significantDigits } from './byte-checks.js';
import { descriptionOf, type LineDescription, type LoadField, type LoadFormat } from './load-format.js';
import type { LoadKind } from './load-kinds.js';

/** Rows that say in which currency the amounts of other rows are, such as accounts for their entries. */
export interface CurrencyRows {
  /** The field of a line that names such a row by its key. */
  readonly field: string;
  /** The currencies of the rows with these keys. The rows must be of tables that the format has. */
  readonly currencies: Statement<{ readonly key: string; readonly currency: string }, [keys: readonly string[]]>;
}

/** A table whose rows have a currency, and its key. */
export interface CurrencyTable {
  readonly table: string;
  readonly field: string;
  readonly column: string;
  readonly kind: LoadKind;
}

/** The tables of types of a format, each of which has a key of one field and a `currency`. */
export const currencyTables = (format: LoadFormat, types: readonly string[]): CurrencyTable[] =>
  types.map((type) => {
    const { table, key: [field = ''] = [], fields } = descriptionOf(format[type]!);
    const { column, kind } = fields.find(({ name }) => name === field)!;
    return { table, field, column, kind };
  });

/** By their query: a statement is declared once, and formats of one service have types in common. */
const known = new Map<string, CurrencyRows>();

function currencyRowsOf(format: LoadFormat, types: readonly string[]): CurrencyRows {
  const tables = currencyTables(format, types);
  const query = tables
    .map(
      ({ table, column, kind }) =>
        `select lower("${column}"::text) as key, currency from "${table}" where "${column}" = any($1::${kind}[])`,
    )
    .join(' union all ');
  let rows = known.get(query);
  if (!rows) {
    rows = { field: tables[0]!.field, currencies: statement(`load.currencies-${types.join('-or-')}`, query) };
    known.set(query, rows);
  }
  return rows;
}

/** An amount that does not fit its currency: where it stands, and why, to follow the name of the field. */
export interface AmountMisfit {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

type LineRecord = Readonly<Record<string, unknown>>;

/** A field with an amount, and its place among the columns as the scanner counts them. */
interface AmountField {
  readonly name: string;
  readonly place: number;
  /** A sum has the decimals of what it is the sum of. */
  readonly isSum: boolean;
}
interface OwnCurrency extends AmountField {
  readonly currencyName: string;
  readonly currencyPlace: number;
}
interface CurrencyOfRow extends AmountField {
  readonly rows: CurrencyRows;
  readonly keyPlace: number;
}

/** The amounts of one type of line. */
export class LineAmounts {
  readonly #own: readonly OwnCurrency[];
  readonly ofRows: readonly CurrencyOfRow[];

  /** Throws where the format has no type, or the line no field, from which the currency of an amount would come. */
  constructor(format: LoadFormat, { fields }: LineDescription) {
    const fieldCode = (name: string): number => 2 * fields.findIndex((field) => field.name === name);
    const amounts = fields.map(({ name, amount }: LoadField) => ({
      name,
      place: fieldCode(name),
      isSum: amount?.isSum === true,
      of: amount,
    }));
    this.#own = amounts.flatMap(({ of: { field } = {}, ...one }) =>
      field === undefined ? [] : [{ ...one, currencyName: field, currencyPlace: fieldCode(field) }],
    );
    this.ofRows = amounts.flatMap(({ of: { types } = {}, ...one }) => {
      const rows = types && currencyRowsOf(format, types);
      return rows ? [{ ...one, rows, keyPlace: fieldCode(rows.field) }] : [];
    });
    const lost = [...this.#own.filter(({ currencyPlace }) => currencyPlace < 0), ...this.ofRows.filter(({ keyPlace }) => keyPlace < 0)];
    if (lost.length > 0) throw new Error(`${lost[0]!.name} has no currency`);
  }

  /** Whether the amounts whose currency stands in their line fit it, by the bytes of a scanned line. */
  fit(bytes: Buffer, places: Int32Array): boolean {
    return this.#own.every(({ place, isSum, currencyPlace }) => {
      const [start, end, from, to] = [places[place]!, places[place + 1]!, places[currencyPlace]!, places[currencyPlace + 1]!];
      if (start < 0 || from < 0) return true;
      return amountMisfit(bytes.toString('latin1', from, to), digitsOf(judged(significantDigits(bytes, start, end), isSum))) === undefined;
    });
  }

  /** The first of the same amounts that does not fit, of a line as an object. */
  misfit(record: LineRecord): Omit<AmountMisfit, 'line'> | undefined {
    for (const { name, isSum, currencyName } of this.#own) {
      const [amount, currency] = [record[name], record[currencyName]];
      if (typeof amount !== 'string' || typeof currency !== 'string') continue;
      const reason = amountMisfit(currency, digitsOf(judged(amountCode(amount), isSum)));
      if (reason !== undefined) return { field: name, reason };
    }
    return undefined;
  }
}

/** Digits as one number, as `significantDigits` has them. */
const digitsOf = (code: number) => ({ whole: code >> 4, fraction: code & 15 });
function amountCode(amount: string): number {
  const { whole, fraction } = amountDigits(amount);
  return 16 * whole + fraction;
}
/** The digits that count: of a sum those before the point. */
const judged = (code: number, isSum: boolean): number => (isSum ? code & ~15 : code);
/** No currency has more than four decimal places. */
const wholeDigitsOfEveryCurrency = 10;
const fitsEveryCurrency = (code: number): boolean => (code & 15) === 0 && code >> 4 <= wholeDigitsOfEveryCurrency;
/** Codes that differ in nothing that matters are one: few are kept for each row, however many lines it has. */
const withoutFewDigits = (code: number): number => (code >> 4 <= wholeDigitsOfEveryCurrency ? code & 15 : code);

interface RowForms {
  readonly rows: CurrencyRows;
  /** By the key of the row, then by the digits of its amounts: where an amount of so many digits stands first. */
  readonly byKey: Map<string, Map<number, Omit<AmountMisfit, 'reason'>>>;
}

/** The forms of amounts whose currency is in another row, until these rows are there and are asked. */
export class AmountForms {
  readonly #forms = new Map<CurrencyRows, RowForms>();

  /** Notes the amounts of a scanned line; `resource` saves reading the key where it is the same. */
  noteScanned(
    { ofRows }: LineAmounts,
    { bytes, places }: { readonly bytes: Buffer; readonly places: Int32Array },
    line: number,
    resource: string | undefined,
    resourcePlace: number,
  ): void {
    for (const { name, place, isSum, rows, keyPlace } of ofRows) {
      const start = places[place]!;
      if (start < 0) continue;
      const code = judged(significantDigits(bytes, start, places[place + 1]!), isSum);
      if (fitsEveryCurrency(code)) continue;
      const key = keyPlace === resourcePlace ? resource! : bytes.toString('utf8', places[keyPlace]!, places[keyPlace + 1]!);
      this.#note(rows, key, code, line, name);
    }
  }

  /** The same of a line as an object. */
  noteRecord({ ofRows }: LineAmounts, record: LineRecord, line: number): void {
    for (const { name, isSum, rows } of ofRows) {
      const amount = record[name];
      if (typeof amount !== 'string') continue;
      const code = judged(amountCode(amount), isSum);
      if (!fitsEveryCurrency(code)) this.#note(rows, String(record[rows.field]), code, line, name);
    }
  }

  #note(rows: CurrencyRows, key: string, code: number, line: number, field: string): void {
    let forms = this.#forms.get(rows);
    if (!forms) this.#forms.set(rows, (forms = { rows, byKey: new Map() }));
    let ofKey = forms.byKey.get(key);
    if (!ofKey) forms.byKey.set(key, (ofKey = new Map()));
    const form = withoutFewDigits(code);
    if (!ofKey.has(form)) ofKey.set(form, { line, field });
  }

  /** The amounts that do not fit the currency of their row, by line. Rows that are not there are somebody else's fault to find. */
  async misfits(
    ask: (rows: CurrencyRows, keys: readonly string[]) => Promise<readonly { key: string; currency: string }[]>,
  ): Promise<AmountMisfit[]> {
    const found: AmountMisfit[] = [];
    for (const { rows, byKey } of this.#forms.values()) {
      const currencies = new Map((await ask(rows, [...byKey.keys()])).map(({ key, currency }) => [key, currency]));
      for (const [key, forms] of byKey) {
        const currency = currencies.get(key.toLowerCase());
        if (currency === undefined) continue;
        for (const [code, place] of forms) {
          const reason = amountMisfit(currency, digitsOf(code));
          if (reason !== undefined) found.push({ ...place, reason });
        }
      }
    }
    return found.sort((a, b) => a.line - b.line);
  }
}
