import fc from 'fast-check';
import { Decimal, Money } from '../src/money.js';
import { minorUnits } from '../src/currencies.js';

/** One currency for each exponent of ISO 4217 currencies in use; none has the exponent 1. */
const currencies = [
  [0, 'JPY'],
  [2, 'EUR'],
  [3, 'KWD'],
  [4, 'CLF'],
] as const;

const units = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
/** Formats minor units as a decimal string, independently of the code under test. */
function written(count: bigint, digits: number): string {
  const text = (count < 0n ? -count : count).toString().padStart(digits + 1, '0');
  return `${count < 0n ? '-' : ''}${digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`}`;
}
/** a/b rounded half away from zero. */
function halfUp(a: bigint, b: bigint): bigint {
  const size = a < 0n ? -a : a;
  const rounded = (2n * size + b) / (2n * b);
  return a < 0n ? -rounded : rounded;
}

describe.each(currencies)('an amount with %i fraction digits, in %s', (digits, currency) => {
  const eurCents = (count: bigint): Money => Money.of(currency, written(count, digits));

  it('is formatted as it was parsed', () => {
    expect(minorUnits(currency)).toBe(digits);
    fc.assert(
      fc.property(units, (count) => {
        expect(eurCents(count).toString()).toBe(written(count, digits));
        expect(Money.parse(eurCents(count).toMessage()).equals(eurCents(count))).toBe(true);
      }),
    );
  });

  it('may be parsed with fewer or more zeros, but not with more digits than its currency has', () => {
    expect(Money.of(currency, '7').toString()).toBe(written(7n * 10n ** BigInt(digits), digits));
    expect(Money.of(currency, `7.${'0'.repeat(digits + 3)}`).equals(Money.of(currency, '7'))).toBe(true);
    expect(() => Money.of(currency, `7.${'0'.repeat(digits)}1`)).toThrow(`${currency} has ${digits} fraction digits`);
  });

  it('adds, subtracts and compares like integers of minor units', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(eurCents(a).plus(eurCents(b)).toString()).toBe(written(a + b, digits));
        expect(eurCents(a).minus(eurCents(b)).toString()).toBe(written(a - b, digits));
        expect(eurCents(a).negated().toString()).toBe(written(-a, digits));
        expect(Math.sign(eurCents(a).compare(eurCents(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(eurCents(a).equals(eurCents(b))).toBe(a === b);
        expect([eurCents(a).isZero, eurCents(a).isNegative, eurCents(a).isPositive]).toEqual([a === 0n, a < 0n, a > 0n]);
      }),
    );
  });

  it('has the same sum in any order', () => {
    fc.assert(
      fc.property(fc.array(units, { maxLength: 30 }), (counts) => {
        const sum = written(
          counts.reduce((total, count) => total + count, 0n),
          digits,
        );
        expect(Money.sum(currency, counts.map(eurCents)).toString()).toBe(sum);
        expect(Money.sum(currency, counts.toReversed().map(eurCents)).toString()).toBe(sum);
      }),
    );
  });

  it('is rounded half up at its last minor unit', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 6 }), (count, finer) => {
        const exact = new Decimal(written(count, digits + finer));
        expect(Money.rounded(currency, exact).toString()).toBe(written(halfUp(count, 10n ** BigInt(finer)), digits));
      }),
    );
    const half = new Decimal(5).div(new Decimal(10).pow(digits + 1));
    expect([half, half.negated(), half.times('0.999')].map((value) => Money.rounded(currency, value).toString())).toEqual(
      [1n, -1n, 0n].map((count) => written(count, digits)),
    );
    expect(Money.rounded(currency, half.times(1.9), { down: true }).isZero).toBe(true);
  });

  it('is split into parts that add up, each within a minor unit of its share', () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
      .filter((all) => all.some((one) => one > 0));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), weights, (count, shares) => {
        const parts = eurCents(count).split(shares.map((share) => new Decimal(share)));
        expect(Money.sum(currency, parts).equals(eurCents(count))).toBe(true);
        const whole = shares.reduce((sum, share) => sum + share, 0);
        for (const [at, part] of parts.entries()) {
          const exact = eurCents(count).decimal.times(shares[at]!).div(whole);
          expect(part.decimal.minus(exact).abs().times(new Decimal(10).pow(digits)).lessThanOrEqualTo(1)).toBe(true);
        }
      }),
    );
  });
});

describe('an amount', () => {
  it('has a currency: amounts in two currencies can be neither added nor compared', () => {
    const [euro, shekel] = [Money.of('EUR', '1.00'), Money.of('ILS', '1.00')];
    expect(euro.plus(Money.of('EUR', '1.00')).toString()).toBe('2.00');
    for (const refused of [() => euro.plus(shekel), () => euro.minus(shekel), () => euro.compare(shekel)]) {
      expect(refused).toThrow('an amount in ILS and one in EUR have no sum and no order');
    }
    expect(euro.equals(shekel)).toBe(false);
  });

  it.each(['', '1e3', '1,00', '+1', 'NaN', 'Infinity', '.5', '1.', ' 1', '0x10'])('is not "%s"', (text) => {
    expect(() => Money.of('EUR', text)).toThrow('is no amount of money');
    expect(Money.of('EUR', '1000').toString()).toBe('1000.00');
  });

  it('has one zero: the negative of it is not another', () => {
    expect(Object.is(Money.zero('EUR').negated().decimal.toNumber(), 0)).toBe(true);
    expect(String(Money.of('EUR', '1').negated())).toBe('-1.00');
  });

  it('is summed with 40 significant digits', () => {
    expect(new Decimal(1).div(3).toFixed()).toBe(`0.${'3'.repeat(40)}`);
  });

  it('is immutable', () => {
    const euro = Money.of('EUR', '1.00');
    expect(() => Object.assign(euro, { currency: 'ILS' })).toThrow(TypeError);
    euro.plus(euro).negated();
    expect(euro.toString()).toBe('1.00');
  });
});

describe('an amount that an earlier release stored', () => {
  it('keeps decimals that its currency does not have, and no other text is one', () => {
    expect([Money.exact('EUR', '12.505').toString(), Money.exact('EUR', '12').toString()]).toEqual(['12.505', '12.00']);
    expect(() => Money.of('EUR', '12.505')).toThrow('EUR has 2 fraction digits');
    for (const text of ['', 'twelve', '1e3', '12,5'])
      expect(() => Money.exact('EUR', text)).toThrow(`"${text}" is no amount of money: it must be a decimal number, like 120.50`);
  });
});
