/** Money in minor units (agorot, cents): whole numbers, so that sums are exact. Every currency used here has two decimals. */
export type Minor = number;

export function inMajor(minor: Minor): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A percentage of an amount, rounded half up. */
export const share = (minor: Minor, perCent: number): Minor => Math.round((minor * perCent) / 100);

/** A rate or price as text, with a maximum number of decimals and no trailing zeros. */
export const rateText = (rate: number, digits = 4): string => String(Number(rate.toFixed(digits)));
