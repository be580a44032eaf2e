import { daysAfter, isDate } from './dates.js';

/** A day, or a day with a time of day. XML Schema writes seconds and `+02:00`; files of banks also have no seconds, `+0200` or `+02`. */
const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** A day or time as written. */
interface WrittenTime {
  readonly day: string;
  /** Milliseconds since the midnight that begins the day; a day without a time of day has none. */
  readonly ms: number | undefined;
  /** Minutes east of UTC, where the text has an offset. */
  readonly offset: number | undefined;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** XML Schema Part 2, 3.2.7.3: offsets reach from -14:00 to +14:00. */
const maxOffset = 14 * 60;

/** 24:00:00 is the end of the day (XML Schema Part 2, 3.2.7.1); a leap second does not exist there. */
function timeOfDay(hours: number, minutes: number, seconds: number, fraction: string): number | undefined {
  if (minutes > 59 || seconds > 59) return undefined;
  // Truncated: a day begins with a whole millisecond in every time zone.
  const ms = hours * 3_600_000 + minutes * minuteMs + seconds * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ms < dayMs || (ms === dayMs && /^0*$/.test(fraction)) ? ms : undefined;
}

/** NaN where it does not exist. */
function offsetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))];
  const offset = hours * 60 + minutes;
  if (minutes > 59 || offset > maxOffset) return NaN;
  return text.startsWith('-') ? -offset : offset;
}

function written(text: string): WrittenTime | undefined {
  const [, day, hours, minutes, seconds = '0', fraction = '', zone] = form.exec(text) ?? [];
  const offset = offsetOf(zone);
  if (day === undefined || !isDate(day) || Number.isNaN(offset)) return undefined;
  if (hours === undefined) return { day, ms: undefined, offset };
  const ms = timeOfDay(Number(hours), Number(minutes), Number(seconds), fraction);
  return ms === undefined ? undefined : { day, ms, offset };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that an instant belongs to in a time zone. */
function dayOfInstant(instant: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  // The year is written without leading zeros.
  return format.format(instant).padStart(10, '0');
}

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** `shiftMs` moves the time, so that the end of a period can be taken for the day that it ends. */
function dayIn(text: string, timeZone: string, shiftMs: number): string | undefined {
  const time = written(text);
  if (!time) return undefined;
  if (time.ms === undefined) return time.day;
  const ms = time.ms + shiftMs;
  const day =
    time.offset === undefined
      ? daysAfter(time.day, Math.floor(ms / dayMs))
      : dayOfInstant(midnightOf(time.day) + ms - time.offset * minuteMs, timeZone);
  // Outside the years 1 to 9999 the formatted year is of another length, or of the years before Christ.
  return isDate(day) && Math.abs(midnightOf(day) - midnightOf(time.day)) <= 2 * dayMs ? day : undefined;
}

/**
 * The bank's day, `YYYY-MM-DD`, of a day or time as XML Schema writes it (xs:date, xs:dateTime; ISO 20022 ISODate, ISODateTime).
 * A time with an offset belongs to the day that the instant has in the bank's time zone; a time without one is the bank's local time. A day is
 * that day, whatever its zone: who writes a day means the day of a calendar, and no instant. Undefined for what is neither, and for times that
 * do not exist: leap seconds, 24:00:01, offsets beyond 14 hours.
 */
export const bankDay = (text: string, timeZone: string): string | undefined => dayIn(text, timeZone, 0);

/** The same of the time at which a period ends: midnight ends the day before it. */
export const bankDayEndedAt = (text: string, timeZone: string): string | undefined => dayIn(text, timeZone, -1);

const offsets = new Map<string, Intl.DateTimeFormat>();

/** Minutes east of UTC of a time zone at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  let format = offsets.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsets.set(timeZone, format);
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value;
  return offsetOf(/[+-]\d{2}:\d{2}/.exec(name)?.[0]) ?? 0;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** An instant in the bank's time zone, as XML Schema writes it (xs:dateTime): `2026-11-28T00:30:00.000+02:00`. */
export function bankTime(instant: Date, timeZone: string): string {
  const offset = offsetAt(instant.getTime(), timeZone);
  const local = new Date(instant.getTime() + offset * minuteMs).toISOString().slice(0, -1);
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/**
 * A local time of a day as an instant. Where clocks are put forward at midnight the first time of a day does not exist, and where they are put
 * back the last one exists twice: `first` is the offset that counts then, that of the day before or of the day after.
 */
function localTime(day: string, ms: number, timeZone: string, first: 'before' | 'after'): Date {
  const local = midnightOf(day) + ms;
  const around = [offsetAt(local - dayMs, timeZone), offsetAt(local + dayMs, timeZone)];
  const candidates = (first === 'before' ? around : around.reverse()).map((offset) => ({ offset, instant: local - offset * minuteMs }));
  const { instant } = candidates.find((one) => offsetAt(one.instant, timeZone) === one.offset) ?? candidates[0]!;
  return new Date(instant);
}

/** The first and the last second of a bank's day. */
export const bankDayBegin = (day: string, timeZone: string): Date => localTime(day, 0, timeZone, 'before');
export const bankDayEnd = (day: string, timeZone: string): Date => localTime(day, dayMs - 1_000, timeZone, 'after');
