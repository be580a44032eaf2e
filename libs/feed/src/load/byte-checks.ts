/**
 * Says of bytes from `start` to `end` that they surely are something. After a no they may be it nevertheless, and the caller looks at
 * the value itself: so a check of bytes needs to know only the usual way to write a value.
 */
export type ByteCheck = (bytes: Uint8Array, start: number, end: number) => boolean;

const [zero, nine, minus, point] = [48, 57, 45, 46];

function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at]! < zero || bytes[at]! > nine) return false;
  return start < end;
}

/** The number of two digits. */
const pairAt = (bytes: Uint8Array, at: number): number => 10 * (bytes[at]! - zero) + bytes[at + 1]! - zero;

const isHyphen = Array.from('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', (place) => place === '-');
/** Bytes that are digits or small letters of hex. */
const isHex = Array.from({ length: 256 }, (_, byte) => (byte >= zero && byte <= nine) || (byte >= 97 && byte <= 102));

export const isUuid: ByteCheck = (bytes, start, end) => {
  if (end - start !== 36) return false;
  for (let at = 0; at < 36; at += 1) {
    const byte = bytes[start + at]!;
    if (isHyphen[at] ? byte !== minus : !isHex[byte]) return false;
  }
  return true;
};

const monthLength = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isIsoForm: ByteCheck = (bytes, start, end) =>
  end - start === 10 &&
  bytes[start + 4] === minus &&
  bytes[start + 7] === minus &&
  areDigits(bytes, start, start + 4) &&
  areDigits(bytes, start + 5, start + 7) &&
  areDigits(bytes, start + 8, end);

/** From 1900 on, without the 29th of February. */
export const isDay: ByteCheck = (bytes, start, end) => {
  if (!isIsoForm(bytes, start, end)) return false;
  const year = 100 * pairAt(bytes, start) + pairAt(bytes, start + 2);
  const month = pairAt(bytes, start + 5);
  const day = pairAt(bytes, start + 8);
  return year >= 1900 && day >= 1 && day <= (monthLength[month - 1] ?? 0);
};

/** A day before the year 3000. */
export const isBeforeYear3000: ByteCheck = (bytes, start) => bytes[start]! <= 50;

/** Whole seconds in UTC. */
export const isInstant: ByteCheck = (bytes, start, end) => {
  if (end - start !== 20 || bytes[start + 10] !== 84 || bytes[start + 19] !== 90 || !isDay(bytes, start, start + 10)) return false;
  if (bytes[start + 13] !== 58 || bytes[start + 16] !== 58) return false;
  const isBelow = (at: number, end: number): boolean => areDigits(bytes, at, at + 2) && pairAt(bytes, at) < end;
  return isBelow(start + 11, 24) && isBelow(start + 14, 60) && isBelow(start + 17, 60);
};

export const isDecimal: ByteCheck = (bytes, start, end) => {
  let at = bytes[start] === minus ? start + 1 : start;
  const whole = at;
  while (at < end && bytes[at]! >= zero && bytes[at]! <= nine) at += 1;
  if (at === whole || at - whole > 20) return false;
  return at === end || (bytes[at] === point && end - at <= 13 && areDigits(bytes, at + 1, end));
};

/** Digits of a decimal number as one number: `16 * whole + fraction`, without leading zeros and without trailing zeros after the point. */
export function significantDigits(bytes: Uint8Array, start: number, end: number): number {
  let from = bytes[start] === minus ? start + 1 : start;
  let dot = end;
  for (let at = end - 1; at >= from; at -= 1)
    if (bytes[at] === point) {
      dot = at;
      break;
    }
  let to = end;
  while (to > dot + 1 && bytes[to - 1] === zero) to -= 1;
  while (from < dot && bytes[from] === zero) from += 1;
  return 16 * (dot - from) + Math.max(to - dot - 1, 0);
}

/** A decimal number that is an amount of some currency: at most four decimal places. */
export const isAmount: ByteCheck = (bytes, start, end) => {
  const digits = significantDigits(bytes, start, end);
  return digits >> 4 <= 14 && (digits & 15) <= 4;
};

/** The same of a sum of amounts, which may have more. */
export const isSumOfAmounts: ByteCheck = (bytes, start, end) => significantDigits(bytes, start, end) >> 4 <= 14;

export const isNotNegative: ByteCheck = (bytes, start) => bytes[start] !== minus;

/** A decimal number other than zero. */
export const isNotZero: ByteCheck = (bytes, start, end) => {
  for (let at = start; at < end; at += 1) if (bytes[at]! > zero && bytes[at]! <= nine) return true;
  return false;
};

/** So many digits of which the first is 0. */
export const areDigitsAfterZero =
  (count: number): ByteCheck =>
  (bytes, start, end) =>
    end - start === count && bytes[start] === zero && areDigits(bytes, start, end);

/** Printable ASCII. */
export const isShortText =
  (longest: number): ByteCheck =>
  (bytes, start, end) => {
    if (end === start || end - start > longest) return false;
    for (let at = start; at < end; at += 1) if (bytes[at]! < 32 || bytes[at]! > 126) return false;
    return true;
  };

/** The ranges in which UTF-8 of two bytes has letters alone, by the first byte: accented Latin, Hebrew, and Arabic without harakat. */
const letterBytes: Readonly<Record<number, readonly [from: number, to: number]>> = {
  0xc3: [0x80, 0xbf],
  0xd7: [0x90, 0xaa],
  0xd8: [0xa1, 0xba],
  0xd9: [0x81, 0x8a],
};

/** Empty, or of ASCII and usual letters, at least one of which is seen. */
export const areLetters: ByteCheck = (bytes, start, end) => {
  let isSeen = start === end;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte < 128) isSeen ||= byte > 32 && byte < 127;
    else {
      const [from, to] = letterBytes[byte] ?? [256, 0];
      at += 1;
      if (at >= end || bytes[at]! < from || bytes[at]! > to) return false;
      isSeen = true;
    }
  }
  return isSeen;
};
