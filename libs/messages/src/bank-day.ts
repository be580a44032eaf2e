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
