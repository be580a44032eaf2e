import { Decimal } from './decimal.js';

/** An exact rational number. It is rounded only at the end, so a third of a cent stays exact and exactly half a cent is rounded up. */
export class Fraction {
  static readonly one = new Fraction(1n, 1n);

  /** `denominator` must be positive. */
  private constructor(
    private readonly numerator: bigint,
    private readonly denominator: bigint,
  ) {}

  /** Both are integers. */
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
  /** Divides by a positive number. */
  over({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(this.numerator * denominator, this.denominator * numerator);
  }
  /** Raises to a non-negative integer power. */
  pow(exponent: number): Fraction {
    return new Fraction(this.numerator ** BigInt(exponent), this.denominator ** BigInt(exponent));
  }

  isAbove(other: Fraction): boolean {
    return this.minus(other).numerator > 0n;
  }

  /** Rounds half away from zero, like decimal.js's ROUND_HALF_UP. */
  rounded(digits: number): Decimal {
    const [size, unit] = [this.numerator < 0n ? -this.numerator : this.numerator, 10n ** BigInt(digits)];
    const units = (2n * size * unit + this.denominator) / (2n * this.denominator);
    return new Decimal((this.numerator < 0n ? -units : units).toString()).div(unit.toString());
  }

  /** Multiplies a decimal by this number. The division comes last, to keep all 40 digits. */
  of(value: Decimal): Decimal {
    return value.times(this.numerator.toString()).div(this.denominator.toString());
  }
}
