/** Money is counted in minor units (agorot, cents): whole numbers, so that sums are exact. Every currency used here has two digits. */
export type Minor = number;

export function inMajor(minor: Minor): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** So many per cent of an amount, rounded half up. */
export const share = (minor: Minor, perCent: number): Minor => Math.round((minor * perCent) / 100);

/** A rate or price with so many digits at most and no trailing zeros. */
export const rateText = (rate: number, digits = 4): string => String(Number(rate.toFixed(digits)));
