import { Decimal as Plain } from 'decimal.js';
import { minorUnits } from './currencies.js';

/** Decimals of 40 significant digits, rounded half up. An amount has at most 18, so that a sum of amounts is exact. */
export const Decimal = Plain.clone({ precision: 40, rounding: Plain.ROUND_HALF_UP });
export type Decimal = Plain;

const decimalText = /^-?\d+(\.\d+)?$/;

/**
 * An amount of one currency, a whole number of its minor units (ISO 4217): the one type in which amounts are added, compared
 * and rounded. Immutable. Amounts of two currencies have no sum and no order: both throw a TypeError.
 */
export class Money {
  private constructor(
    readonly currency: string,
    /** The number itself, for mathematics; the way back is `rounded`. */
    readonly decimal: Decimal,
  ) {
    Object.freeze(this);
  }

  static zero(currency: string): Money {
    return new Money(currency, new Decimal(0));
  }

  /** A decimal string as messages and `numeric` columns have it. Throws a TypeError for any other text, and where the currency does not divide that finely. */
  static of(currency: string, amount: string): Money {
    if (!decimalText.test(amount)) throw new TypeError(`"${amount}" is no amount of money: it must be a decimal number, like 120.50`);
    const decimal = new Decimal(amount);
    const digits = minorUnits(currency);
    if (decimal.decimalPlaces() > digits)
      throw new TypeError(`"${amount}" is no amount of money: ${currency} has ${digits} fraction digits`);
    return new Money(currency, decimal);
  }

  /** `of` for what earlier releases stored, and for what corrects it: with decimals that the currency does not have. */
  static exact(currency: string, amount: string): Money {
    if (!decimalText.test(amount)) throw new TypeError(`"${amount}" is no amount of money: it must be a decimal number, like 120.50`);
    return new Money(currency, new Decimal(amount));
  }

  /** `of` for an amount as it stands in a message. */
  static parse({ currency, amount }: { readonly currency: string; readonly amount: string }): Money {
    return Money.of(currency, amount);
  }

  /** Any number, rounded half up (away from zero) at the last minor unit, or down where that is said. */
  static rounded(currency: string, value: Plain.Value, { down = false }: { readonly down?: boolean } = {}): Money {
    const exact = new Decimal(value);
    return new Money(currency, exact.toDecimalPlaces(minorUnits(currency), down ? Plain.ROUND_DOWN : Plain.ROUND_HALF_UP));
  }

  static sum(currency: string, amounts: readonly Money[]): Money {
    return amounts.reduce((total, amount) => total.plus(amount), Money.zero(currency));
  }

  get isZero(): boolean {
    return this.decimal.isZero();
  }
  get isNegative(): boolean {
    return this.decimal.lessThan(0);
  }
  get isPositive(): boolean {
    return this.decimal.greaterThan(0);
  }

  plus(other: Money): Money {
    return new Money(this.currency, this.decimal.plus(this.ofSameCurrency(other)));
  }
  minus(other: Money): Money {
    return new Money(this.currency, this.decimal.minus(this.ofSameCurrency(other)));
  }
  negated(): Money {
    return this.isZero ? this : new Money(this.currency, this.decimal.negated());
  }

  /** Below zero, zero or above it: this is less than, as much as or more than the other. */
  compare(other: Money): number {
    return this.decimal.comparedTo(this.ofSameCurrency(other));
  }
  /** Whether both are as much, in the same currency. */
  equals(other: Money): boolean {
    return this.currency === other.currency && this.decimal.equals(other.decimal);
  }

  /** Divides it in proportion to weights that are not all zero. Rounding the running sums instead of the parts keeps every part and the total right. */
  split(weights: readonly Decimal[]): Money[] {
    const add = (numbers: readonly Decimal[]): Decimal => numbers.reduce((sum, number) => sum.plus(number), new Decimal(0));
    const whole = add(weights);
    const upTo = (count: number): Money =>
      Money.rounded(this.currency, new Decimal(this.decimal).times(add(weights.slice(0, count))).div(whole));
    return weights.map((_, at) => upTo(at + 1).minus(upTo(at)));
  }

  /** With exactly the fraction digits of its currency: 7 euro are 7.00, 7 yen are 7. One that is `exact` shows all its digits. */
  toString(): string {
    return this.decimal.toFixed(Math.max(minorUnits(this.currency), this.decimal.decimalPlaces()));
  }

  /** As it stands in a message. */
  toMessage(): { currency: string; amount: string } {
    return { currency: this.currency, amount: this.toString() };
  }

  private ofSameCurrency({ currency, decimal }: Money): Decimal {
    if (currency !== this.currency) throw new TypeError(`an amount in ${currency} and one in ${this.currency} have no sum and no order`);
    return decimal;
  }
}
