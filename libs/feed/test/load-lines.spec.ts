import { isDeepStrictEqual } from 'node:util';
import { formats } from '@open-banking/messages';
import { LoadLine, type LoadFormat } from '../src/load/load-format.js';
import {
  AccountName,
  AmountIn,
  BookingDay,
  CurrencyCode,
  Day,
  DayOfMonth,
  Flag,
  Iban,
  Instant,
  List,
  NonZero,
  OneOf,
  Optional,
  Rate,
  Reference,
  Text,
  Texts,
  TransactionId,
  Uuid,
  ZeroOrMore,
} from '../src/load/load-field.decorator.js';
import { LoadRows } from '../src/load/load-rows.js';

@LoadLine({ table: 'thing', key: ['thingId'], resource: 'thingId' })
class Thing {
  @Uuid() readonly thingId!: string;
  @Reference() readonly reference!: string;
  @Day() readonly day!: string;
  @Instant() readonly at!: string;
  @NonZero() @AmountIn('currency') readonly amount!: string;
  @ZeroOrMore() @AmountIn('currency') readonly reserved!: string;
  @OneOf('enabled', 'blocked') readonly status!: string;
  @CurrencyCode() readonly currency!: string;
  @Iban() readonly iban!: string;
  @DayOfMonth() readonly dayOfMonth!: number;
  @Flag() readonly isOpen!: boolean;
  @Optional() @TransactionId() readonly transactionId?: string;
  @Optional() @Text() readonly note?: string;
  @Optional() @Rate() readonly rate?: string;
  @Optional() @AccountName() readonly account?: object;
  @Optional() @List() readonly list?: unknown[];
  @Optional() @Texts() readonly texts?: string[];
}

@LoadLine({ table: 'note' })
class Note {
  @Text() readonly text!: string;
}

@LoadLine({ table: 'booked' })
class BookedLine {
  @BookingDay() readonly bookingDate!: string;
  @Optional() @BookingDay() readonly lastBookingDate?: string;
  @Day() readonly valueDate!: string;
}

const format: LoadFormat = { thing: Thing, note: Note };
const iban = 'DE02120300000000202051';
const thing = {
  type: 'thing',
  thingId: '3d9a81b3-a47d-4e08-8043-a9934bfd684b',
  reference: '0000000000000001',
  day: '2026-11-30',
  at: '2026-11-30T23:59:59Z',
  amount: '-12.50',
  reserved: '0.00',
  status: 'enabled',
  currency: 'EUR',
  iban,
  dayOfMonth: 28,
  isOpen: true,
};
/** Values of any field: right for some, and wrong in many ways. */
const values: readonly unknown[] = [
  ...Object.values(thing),
  ...['', ' ', 'null', 'true', '28', '0', '-0', '00.0', '-', '.', '1.', '.5', '1e3', '123456789012345678901', '1.1234567890123'],
  ...['2026-02-29', '2024-02-29', '2026-04-31', '0000-01-01', '2026-13-01', '2026-1-01', '2026-11-30T24:00:00Z'],
  ...['2026-11-30T09:30:00.123+02:00', '2026-11-30T09:30:60Z', '2026-02-30T00:00:00Z', '2026-11-30 09:30:00Z'],
  ...['3D9A81B3-A47D-4E08-8043-A9934BFD684B', '3d9a81b3a47d4e088043a9934bfd684b', '3d9a81b3-a47d-4e08-8043-a9934bfd684g'],
  ...['1000000000000001', '000000000000001', 'x'.repeat(35), 'x'.repeat(36), 'שלום', '𝒳'.repeat(35), '𝒳'.repeat(36), 'a\tb', 'a\\b', 'a"b'],
  ...['a\nb', 'a\u0000b', '\ud800', 'a\u2028b', '\\N', '\u007f', 'DE02120300000000202052', 'de02120300000000202051', 'EURO', 'eur'],
  ...['\u2800', 'a\u2800', '\u0301', 'שלום\u05b0', 'é', 'سمير', 'سَمِير', `a${'\u0301'.repeat(9)}`, 'שלום עולם', '\uffff', ' \u00a0'],
  ...[0, -1, 1, 29, 1.5, 1e21, 2 ** 53, true, false, null, [], {}, [1], ['a'], ['a', 'b"c'], [null]],
  ...[{ iban }, { iban: 'DE00' }, { iban, name: 'x' }, { bban: '1234' }, { b: 1, a: [{ c: '}' }] }, [{ '"': ']' }], { iban: 5 }],
];

describe('a line of a load file', () => {
  const rows = new LoadRows('things.ndjson', format);
  let number = 0;
  /** The row that a line becomes, or all that is wrong with it. */
  function read(line: string): { readonly row?: string; readonly errors: readonly string[] } {
    const before = rows.errors.length;
    number += 1;
    const block = Buffer.from(`${line}\n`);
    const found = rows.read(block, 0, number);
    if (rows.end !== block.length - 1) throw new Error(`read to ${rows.end} of ${block.length - 1}: ${line}`);
    const errors = rows.errors.slice(before).map(({ field, reason }) => `${field ?? ''}: ${reason.replace(/^not JSON: .*/, 'not JSON')}`);
    if (!found) return { errors };
    rows.keep(found);
    const kept = rows.take().pieces[0]!.rows;
    return { row: [found.resource, ...kept.text()].join('|'), errors };
  }
  /** A space at the beginning is no fault, and such a line is decoded as JSON. */
  const expectTheSame = (line: string): void => {
    const decoded = read(` ${line}`);
    const asItIs = read(line);
    // jest's own comparison takes longer than both readings: of many thousand lines it is shown those that differ.
    if (!isDeepStrictEqual(asItIs, decoded)) expect({ line, ...asItIs }).toEqual({ line, ...decoded });
  };

  it('becomes the same row, or has the same faults, whether its bytes are taken as they are or decoded', () => {
    expect(formats.iban.is(iban)).toBe(true);
    expect(read(JSON.stringify(thing)).errors).toEqual([]);
    expect(rows.read(Buffer.from(JSON.stringify(thing)), 0, 1)?.row).toHaveProperty('places');
    expect(rows.read(Buffer.from(` ${JSON.stringify(thing)}`), 0, 1)?.row).toHaveProperty('text');
    for (const name of [...Object.getOwnPropertyNames(thing), 'transactionId', 'note', 'rate', 'account', 'list', 'texts', 'other'])
      for (const value of values) {
        const line = { ...thing, [name]: value };
        // Twice: the second time a value may be known.
        expectTheSame(JSON.stringify(line));
        expectTheSame(JSON.stringify(line));
        expectTheSame(JSON.stringify({ type: line.type, ...Object.fromEntries(Object.entries(line).toReversed()) }));
      }
  });

  it('may have a booking day up to the current day, and a value day that lies ahead, whether its bytes are taken or decoded', () => {
    const booked = (fields: object) => ({ type: 'booked', bookingDate: '2028-02-29', valueDate: '2028-03-02', ...fields });
    const faults = (fields: object, today?: string): string[] =>
      ['', ' '].map((space) => {
        const lines = new LoadRows('booked.ndjson', { booked: BookedLine }, today);
        lines.read(Buffer.from(space + JSON.stringify(booked(fields))), 0, 7);
        return lines.errors.map(({ message }) => message).join();
      });
    const ahead = (field: string) => `booked.ndjson:7: ${field}: must not be after 2028-02-29, the bank's current day`;
    for (const bookingDate of ['2028-02-28', '2028-02-29', '2027-12-31', '1900-01-01'])
      expect([bookingDate, faults({ bookingDate, lastBookingDate: bookingDate }, '2028-02-29')]).toEqual([bookingDate, ['', '']]);
    for (const bookingDate of ['2028-03-01', '2028-12-01', '2029-01-01', '9999-12-31'])
      expect(faults({ bookingDate }, '2028-02-29')).toEqual([ahead('bookingDate'), ahead('bookingDate')]);
    expect(faults({ lastBookingDate: '2028-03-01' }, '2028-02-29')).toEqual([ahead('lastBookingDate'), ahead('lastBookingDate')]);
    expect(faults({ lastBookingDate: null, valueDate: '2099-01-01' }, '2028-02-29')).toEqual(['', '']);
    // What is only compared is not booked.
    expect(faults({ bookingDate: '2099-01-01' })).toEqual(['', '']);
    expect(
      new LoadRows('booked.ndjson', { booked: BookedLine }, '2028-03-01').read(Buffer.from(JSON.stringify(booked({}))), 0, 1)?.row,
    ).toHaveProperty('places');
  });

  it('has the same faults where its JSON is broken anywhere, and is read where it has spaces, escapes or a field twice', () => {
    const line = JSON.stringify({ ...thing, note: 'a note', account: { iban }, list: [{ a: '1' }] });
    for (let at = 0; at < line.length; at += 1)
      for (const other of ['', ' ', '"', '\\', ',', '}', '{', ']', '0', 'x', '\t', '\u0001', 'é'])
        expectTheSame(line.slice(0, at) + other + line.slice(at + 1));
    for (const other of [
      `${line}\r`,
      `${line} `,
      line.replaceAll(',', ', '),
      `${line.slice(0, -1)},"note":"b"}`,
      `${line.slice(0, -1)},"note":null}`,
    ])
      expectTheSame(other);
    expect(read(`${line.slice(0, -1)},"note":"b\\u00e9"}`).row).toContain('\tbé\t');
    expect(read(JSON.stringify({ type: 'note', text: 'the last one' })).row).toBe('|the last one');
  });

  it('is passed over where its amount is zero, and named by its number; other faults of it are told', () => {
    for (const amount of ['0', '0.00', '-0.00', '00']) {
      expect(read(JSON.stringify({ ...thing, amount }))).toEqual({ errors: [] });
      expect(rows.passedOver.at(-1)).toBe(number);
    }
    const passed = rows.passedOver.length;
    expect(read(JSON.stringify({ ...thing, amount: '0.00', day: 'soon' })).errors).toEqual([
      'day: must be a date as YYYY-MM-DD, from 1900 on',
    ]);
    expect(read(JSON.stringify({ ...thing, amount: '' })).errors).toEqual([expect.stringContaining('amount: must be a decimal number')]);
    expect(read(JSON.stringify({ ...thing, amount: '0.01' })).row).toContain('0.01');
    expect(rows.passedOver.length).toBe(passed);
  });

  it('has texts with a visible character, and few marks on one letter', () => {
    for (const note of ['\u2800', '\u0301', '\uffff', `a${'\u0301'.repeat(9)}`])
      expect([note, read(JSON.stringify({ ...thing, note })).errors]).toEqual([note, ['note: must be readable text']]);
    expect(read(JSON.stringify({ ...thing, list: [{ a: '\u2800' }] })).errors).toHaveLength(1);
    for (const note of ['', ' ', 'é', 'דָּנָה', `a${'\u0301'.repeat(8)}`])
      expect([note, read(JSON.stringify({ ...thing, note, list: [{ a: note }] })).errors]).toEqual([note, []]);
  });

  it('is told all that is wrong with it at once, unknown fields and values', () => {
    const { errors } = read(JSON.stringify({ foo: 1, ...thing, status: 'closed', bar: 2, iban: 'DE00' }));
    expect(errors).toEqual([
      'foo: thing has no such field',
      'bar: thing has no such field',
      'status: must be one of enabled, blocked',
      expect.stringMatching(/^iban: must be /),
    ]);
    expect(read(JSON.stringify(thing)).errors).toEqual([]);
  });

  it('is numbered, and keeps its resource, among lines that are decoded', () => {
    const lines = [1, 2, 3].map((last) => JSON.stringify({ ...thing, thingId: `${thing.thingId.slice(0, -1)}${last}` }));
    const block = Buffer.from([lines[0], ` ${lines[0]!}`, '', ` ${lines[1]!}`, lines[1], lines[2]].join('\n'));
    const seen: unknown[] = [];
    for (let start = 0, at = 0; start <= block.length; start = rows.end + 1) {
      const found = rows.read(block, start, (at += 1));
      seen.push(found && [found.number, found.resource!.at(-1), rows.continues(found)]);
      if (found) rows.keep(found);
    }
    rows.take();
    expect(seen).toEqual([[1, '1', false], [2, '1', true], undefined, [4, '2', false], [5, '2', true], [6, '3', false]]);
  });
});
