import Type, { type Static } from 'typebox';
import { described } from './annotation.js';
import { isCurrency, minorUnits } from './currencies.js';

/** ISO 4217. */
export const Currency = Type.String({ format: 'currency', description: 'ISO 4217 code.', examples: ['ILS', 'EUR'] });

/** An amount as the bank reports it: a decimal string, negative where money is owed. */
export const Amount = Type.Object(
  {
    currency: described(Currency, 'Currency of the amount, an ISO 4217 code.'),
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
    currency: described(Currency, 'Currency of the amount, an ISO 4217 code.'),
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

/** What is wrong with an amount in its currency; nothing where it fits. */
export function amountFault({ currency, amount }: { currency: string; amount: string }): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  if (`${whole}${fraction}`.replace(/^0+/, '').length > 14) return 'at most 14 significant digits';
  const digits = minorUnits(currency);
  return fraction.length > digits ? `${currency} has ${digits} fraction digits` : undefined;
}
