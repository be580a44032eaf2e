import Type, { type Static } from 'typebox';
import { withDescription } from './annotation.js';
import { isCurrency, minorUnits } from './currencies.js';

/** ISO 4217. */
export const Currency = Type.String({ format: 'currency', description: 'ISO 4217 code.', examples: ['ILS', 'EUR'] });

/** An amount as the bank reports it: a decimal string, negative where money is owed. */
export const Amount = Type.Object(
  {
    currency: withDescription(Currency, 'Currency of the amount, an ISO 4217 code.'),
    amount: Type.String({
      pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$',
      'x-must': 'be a decimal number, like "120.50" or "-120.50"',
      examples: ['120.50'],
      description: 'Decimal string with a dot, negative where money is owed or leaves.',
    }),
  },
  { $id: 'Amount', additionalProperties: false },
);
export type Amount = Static<typeof Amount>;

/** An amount as a client asks for it: no sign, at most 14 significant digits, no more fraction digits than the currency has. */
export const RequestedAmount = Type.Object(
  {
    currency: withDescription(Currency, 'Currency of the amount, an ISO 4217 code.'),
    amount: Type.String({
      pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,4})?$',
      maxLength: 19,
      'x-must': 'be a decimal number without sign or exponent, like "120.50"',
      examples: ['120.50'],
      description: 'Decimal string with a dot and without sign: at most 14 significant digits, and no more decimals than the currency has.',
    }),
  },
  { $id: 'RequestedAmount', additionalProperties: false, 'x-amount-of-currency': true },
);
export type RequestedAmount = Static<typeof RequestedAmount>;

/** The most digits of an amount, its decimals included (NextGenPSD2 1.3.11, `amount`: up to 14 significant figures). */
export const maxAmountDigits = 14;

/** Digits of a decimal number: those before the point without leading zeros, and those after it without trailing zeros. */
export interface AmountDigits {
  readonly whole: number;
  readonly fraction: number;
}

/** The digits of a decimal string, such as "-012.500": 2 and 1. */
export function amountDigits(amount: string): AmountDigits {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  return { whole: whole.replace(/^0+/, '').length, fraction: fraction.replace(/0+$/, '').length };
}

/**
 * Why a number of so many digits is no amount of a currency, to follow the name of its field; undefined where it is one. Trailing zeros do
 * not count: 12.500 EUR is 12.50 EUR, as cores with columns of more decimals write it. The digits are those of the currency's own format,
 * in which the interface shows the amount.
 */
export function amountMisfit(currency: string, { whole, fraction }: AmountDigits): string | undefined {
  const digits = minorUnits(currency);
  if (fraction > digits) return `has more than the ${digits} decimal places of ${currency}`;
  return whole + digits > maxAmountDigits
    ? `has more than ${maxAmountDigits} digits, the ${digits} decimal places of ${currency} included`
    : undefined;
}

/**
 * An amount in the format of its currency: 12 EUR is "12.00", 1200.0 JPY is "1200". Decimals beyond that which are not zero stay: 12.505
 * EUR.
 */
export function amountText(currency: string, amount: string): string {
  const digits = minorUnits(currency);
  const [whole = '', written = ''] = amount.split('.');
  const fraction = written.replace(/0+$/, '').padEnd(digits, '0');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The fault of a client's amount in its currency; undefined if it fits. */
export function amountFault({ currency, amount }: { currency: string; amount: string }): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  if (`${whole}${fraction}`.replace(/^0+/, '').length > maxAmountDigits) return `at most ${maxAmountDigits} significant digits`;
  const digits = minorUnits(currency);
  return fraction.length > digits ? `${currency} has ${digits} fraction digits` : undefined;
}

/** A copy of a JSON value in which each `Amount`, however deep, is in the format of its currency. */
export function withAmountTexts<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withAmountTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { currency, amount } = value as { currency?: unknown; amount?: unknown };
  if (typeof currency === 'string' && typeof amount === 'string' && isCurrency(currency))
    return { ...value, amount: amountText(currency, amount) };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withAmountTexts(member)])) as Value;
}
