import { Decimal as Plain } from 'decimal.js';

/** Decimals of 40 digits: an amount has at most 14 and a factor of 480 periods loses three, so half-up never falls the wrong way. */
export const Decimal = Plain.clone({ precision: 40, rounding: Plain.ROUND_HALF_UP });
export type Decimal = Plain;

export const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
