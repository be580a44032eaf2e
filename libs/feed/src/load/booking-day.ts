import type { LoadField } from './load-format.js';

/** The fault of a booking day after the bank's current one. Value days may lie ahead; nothing is booked on a day that has not begun. */
export const afterCurrentDay = (today: string): string => `must not be after ${today}, the bank's current day`;

/** The fault of a booking day that lies ahead; undefined for other days and other fields. */
export const futureBookingFault = ({ isBookingDay }: Pick<LoadField, 'isBookingDay'>, value: unknown, today: string): string | undefined =>
  isBookingDay && typeof value === 'string' && value > today ? afterCurrentDay(today) : undefined;

/** Days of the form `YYYY-MM-DD` compare as their bytes do. */
function isUpTo(today: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < today.length; at += 1) {
    const difference = bytes[start + at]! - today[at]!;
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/** A field whose checks know the bank's current day: a booking day after it is a fault, in its value and in its bytes. */
export function untilToday(field: LoadField, today: string): LoadField {
  if (!field.isBookingDay) return field;
  const [{ fault, isPlain }, last] = [field, Buffer.from(today)];
  return {
    ...field,
    fault: (value) => fault(value) ?? futureBookingFault(field, value, today),
    isPlain: isPlain && ((bytes, start, end) => isPlain(bytes, start, end) && isUpTo(last, bytes, start)),
  };
}
