import { Decimal } from './decimal.js';

/** A number as a quotient of two whole ones: a third of a cent stays one until the last step, where half a cent goes up and nothing less does. */
export class Fraction {
  static readonly one = new Fraction(1n, 1n);

  /** `denominator` is above zero. */
  private constructor(
    private readonly numerator: bigint,
    private readonly denominator: bigint,
  ) {}

  /** Whole numbers. */
  static ratio(numerator: number, denominator: number): Fraction {
    return new Fraction(BigInt(numerator), BigInt(denominator));
  }

  static of(value: Decimal): Fraction {
    const places = value.decimalPlaces();
    return new Fraction(BigInt(value.toFixed(places).replace('.', '')), 10n ** BigInt(places));
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  plus({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(this.numerator * denominator + numerator * this.denominator, this.denominator * denominator);
  }
  minus({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(this.numerator * denominator - numerator * this.denominator, this.denominator * denominator);
  }
  times({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(this.numerator * numerator, this.denominator * denominator);
  }
  /** Divided by a number above zero. */
  over({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(this.numerator * denominator, this.denominator * numerator);
  }
  /** A whole power, not below zero. */
  pow(exponent: number): Fraction {
    return new Fraction(this.numerator ** BigInt(exponent), this.denominator ** BigInt(exponent));
  }

  isAbove(other: Fraction): boolean {
    return this.minus(other).numerator > 0n;
  }

  /** Rounded half up: away from zero where it is exactly halfway, as decimal.js does. */
  rounded(digits: number): Decimal {
    const [size, unit] = [this.numerator < 0n ? -this.numerator : this.numerator, 10n ** BigInt(digits)];
    const units = (2n * size * unit + this.denominator) / (2n * this.denominator);
    return new Decimal((this.numerator < 0n ? -units : units).toString()).div(unit.toString());
  }

  /** A decimal times this, divided last: all 40 digits. */
  of(value: Decimal): Decimal {
    return value.times(this.numerator.toString()).div(this.denominator.toString());
  }
}
