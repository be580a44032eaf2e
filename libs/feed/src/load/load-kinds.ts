import { firstBookDay, isReadable } from '@open-banking/messages';
import { areLetters, isDay, isDecimal, isInstant, isUuid, type ByteCheck } from './byte-checks.js';

/** The kinds of value of a field in a load file. Money and rates are decimal strings, so that nothing passes through a float. */
export type LoadKind = 'uuid' | 'text' | 'date' | 'instant' | 'decimal' | 'integer' | 'boolean' | 'json' | 'texts';

/**
 * The place of an amount's currency: in a field of its line, or in the row that its line belongs to, which is of one of these types and
 * whose key is a field of the line. Neither: the amount has no currency.
 */
export interface AmountCurrency {
  readonly field?: string;
  readonly types?: readonly string[];
  /**
   * A sum of other rows, which has the decimals that they have: releases up to 0.2.0 stored amounts with more than their currency has, and
   * what is loaded beside them later must agree with them. The proofs of the books hold that it is no other number.
   */
  readonly isSum?: true;
}

/** The message of a field's check, after "must be"; one check of each field names its kind. */
export interface LoadCheck {
  readonly says: string;
  readonly kind: LoadKind | undefined;
  /** Set by the check that makes a number an amount of money. */
  readonly amount?: AmountCurrency | undefined;
  /** The same of a value that is of its kind, by its bytes. */
  readonly passes?: ByteCheck | undefined;
  /** It is a booking day: the bank's current day, which the check does not know, is the last that it may be (booking-day.ts). */
  readonly isBookingDay?: true;
}

interface Kind {
  readonly says: string;
  /** The value as COPY text, or nothing when it is not of this kind. */
  readonly encode: (value: unknown) => string | undefined;
  /** Checks that a JSON string without escapes is of this kind, and that `encode` would give its own bytes. */
  readonly isPlain?: ByteCheck;
}

const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (letter) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter]!)
    : text;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed() && isReadable(value);
/** Whether all texts inside an object or a list are readable. */
const isReadableWithin = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isReadableWithin)
    : typeof value !== 'string' || isReadable(value);

const matching =
  (pattern: RegExp) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

const dates = new Set<string>();
function isDate(text: string): boolean {
  if (dates.has(text)) return true;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text || text < firstBookDay) return false;
  dates.add(text);
  return true;
}

/** PostgreSQL takes offsets below 16 hours. */
const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,30})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;

/** An array literal of PostgreSQL. */
const arrayText = (values: readonly string[]): string => `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export const loadKinds: Readonly<Record<LoadKind, Kind>> = {
  uuid: { says: 'a UUID', encode: matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i), isPlain: isUuid },
  text: { says: 'readable text', encode: (value) => (isText(value) ? escaped(value) : undefined), isPlain: areLetters },
  date: {
    says: `a date as YYYY-MM-DD, from ${firstBookDay.slice(0, 4)} on`,
    encode: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
    isPlain: isDay,
  },
  instant: {
    says: `an instant as 2026-01-31T09:30:00Z, from ${firstBookDay.slice(0, 4)} on`,
    encode: (value) => (typeof value === 'string' && isDate(instant.exec(value)?.[1] ?? '') ? value : undefined),
    isPlain: isInstant,
  },
  decimal: {
    says: 'a decimal number as a string, such as "-12.50"',
    encode: matching(/^-?\d{1,20}(\.\d{1,12})?$/),
    isPlain: isDecimal,
  },
  integer: { says: 'a whole number', encode: (value) => (Number.isSafeInteger(value) ? String(value) : undefined) },
  boolean: { says: 'true or false', encode: (value) => (typeof value === 'boolean' ? String(value) : undefined) },
  json: {
    says: 'an object or a list, its texts readable',
    encode: (value) =>
      typeof value === 'object' && value !== null && isReadableWithin(value) ? escaped(JSON.stringify(value)) : undefined,
  },
  texts: {
    says: 'a list of readable texts',
    encode: (value) => (Array.isArray(value) && value.every(isText) ? escaped(arrayText(value)) : undefined),
  },
};
