import type { Minor } from '../money.js';

/** A decimal string with at most two decimals in minor units. */
export function minorOf(amount: string): Minor {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount)!;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && minor !== 0 ? -minor : minor;
}
