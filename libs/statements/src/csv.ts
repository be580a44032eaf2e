import { plainCsv, type CsvForm } from '@open-banking/http';
import type { AccountReference, Amount, Balance } from '@open-banking/messages';
import { inSlices } from './in-slices.js';

type Cell = string | undefined;

/** How a text stands in a cell. */
type TextWriter = (text: string) => string;

/** How a field of an entry stands in columns: their names, and their cells for a value that may be missing. */
export interface CsvColumns<Value> {
  readonly names: (field: string) => readonly string[];
  readonly cells: (value: Value | undefined, write: TextWriter) => readonly Cell[];
}

/** Columns for every field of an entry: one that is added to the message without its columns does not compile. */
export type CsvFields<Entry> = { readonly [Field in keyof Required<Entry>]: CsvColumns<Required<Entry>[Field]> };

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe before it, and so does one that begins with an apostrophe: removing
 * one apostrophe from the beginning gives the text itself (CWE-1236).
 */
const harmless: TextWriter = (text) => (/^[=+\-@\t\r\n'＝＋－＠]/u.test(text) ? `'${text}` : text);

/** A text that a spreadsheet takes for a number, a time or a date: it drops zeros, rounds to 15 digits or makes a day of it. */
const looksLikeNumber = /^(?=.*\p{Nd})[\p{Nd}.,][\p{Nd}.,:/\-+eE%\s]*$/u;
/** A day stays the same day. */
const isDay = /^\d{4}-\d{2}-\d{2}$/;

const asText: TextWriter = (text) => (looksLikeNumber.test(text) && !isDay.test(text) ? `'${text}` : harmless(text));

/** Amounts keep their sign: what consists of digits and a dot is a number to a spreadsheet, and nothing else. */
const number = (text: Cell, write: TextWriter): Cell => (text === undefined || /^-?\d+(\.\d+)?$/.test(text) ? text : write(text));

const one = <Value>(cell: (value: Value, write: TextWriter) => Cell): CsvColumns<Value> => ({
  names: (field) => [field],
  cells: (value, write) => [value === undefined ? undefined : cell(value, write)],
});

export const plainCell = one<string | boolean>((value, write) => write(String(value)));
export const numberCell = one<string>((value, write) => number(value, write));
export const jsonCell = one<unknown>((value) => JSON.stringify(value));
/** The number of an account, of whichever kind it is. */
export const accountCell = one<AccountReference>(({ iban, bban, maskedPan, msisdn, other }, write) => {
  const known = iban ?? bban ?? maskedPan ?? msisdn ?? other?.identification;
  return known === undefined ? undefined : write(known);
});

export const amountCells: CsvColumns<Amount> = {
  names: (field) => [`${field}.amount`, `${field}.currency`],
  cells: (value, write) => [number(value?.amount, write), value?.currency],
};
export const balanceCells: CsvColumns<Balance> = {
  names: (field) => amountCells.names(`${field}.balanceAmount`),
  cells: (value, write) => amountCells.cells(value?.balanceAmount, write),
};
export const memberCells = <Value extends object>(...members: readonly (keyof Value & string)[]): CsvColumns<Value> => ({
  names: (field) => members.map((member) => `${field}.${member}`),
  cells: (value, write) => members.map((member) => plainCell.cells(value?.[member] as string | undefined, write)[0]),
});

/** Entries of one booking status. */
export interface CsvEntries<Entry> {
  readonly bookingStatus: string;
  readonly entries: readonly Partial<Entry>[] | undefined;
}

const byteOrderMark = '\ufeff';

/** A table by RFC 4180: a line of names, then one for each entry, with CRLF at the end of each. In UTF-8. */
export async function csvTable<Entry extends object>(
  fields: CsvFields<Entry>,
  lists: readonly CsvEntries<Entry>[],
  { digits, bom }: CsvForm = plainCsv,
): Promise<Buffer> {
  const write = digits === 'text' ? asText : harmless;
  const columns = Object.entries(fields) as [string, CsvColumns<unknown>][];
  const names = ['bookingStatus', ...columns.flatMap(([field, { names: of }]) => of(field))];
  const rows = lists.flatMap(({ bookingStatus, entries = [] }) => entries.map((entry) => ({ bookingStatus, entry })));
  const lines = await inSlices(rows, ({ bookingStatus, entry }) =>
    csvLine([bookingStatus, ...columns.flatMap(([field, { cells }]) => cells((entry as Record<string, unknown>)[field], write))]),
  );
  return Buffer.concat([Buffer.from(`${bom === 'present' ? byteOrderMark : ''}${csvLine(names)}`), ...lines]);
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** Quoted also where another program, or locale, separates cells by `;` or a tab. */
const quoted = (cell: Cell = ''): string => (/[",;\t\r\n]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
