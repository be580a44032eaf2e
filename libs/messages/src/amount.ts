import Type, { type Static } from 'typebox';

const currencies = new Set(Intl.supportedValuesOf('currency'));
const digitsOf = new Map<string, number>();

export const isCurrency = (code: string): boolean => currencies.has(code);

/** Fraction digits of a currency by ISO 4217: JPY 0, ILS and EUR 2, KWD 3. */
export function minorUnits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    // ECMA-402 CurrencyDigits: the ISO 4217 minor unit, 2 where the list has none.
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** ISO 4217. */
export const Currency = Type.String({ format: 'currency', description: 'ISO 4217 code.', examples: ['ILS', 'EUR'] });

/** An amount as the bank reports it: a decimal string, negative where money is owed. */
export const Amount = Type.Object({
  currency: Currency,
  amount: Type.String({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,3})?$', examples: ['120.50'] }),
}, { $id: 'Amount', additionalProperties: false });
export type Amount = Static<typeof Amount>;

/** An amount as a client asks for it: no sign, at most 14 significant digits, no more fraction digits than the currency has. */
export const AmountAsked = Type.Object({
  currency: Currency,
  amount: Type.String({ pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,3})?$', maxLength: 18, examples: ['120.50'] }),
}, { $id: 'AmountAsked', additionalProperties: false, 'x-amount-of-currency': true });
export type AmountAsked = Static<typeof AmountAsked>;

/** What is wrong with an amount in its currency; nothing where it fits. */
export function amountFault({ currency, amount }: { currency: string; amount: string }): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  if (`${whole}${fraction}`.replace(/^0+/, '').length > 14) return 'at most 14 significant digits';
  const digits = minorUnits(currency);
  return fraction.length > digits ? `${currency} has ${digits} fraction digits` : undefined;
}
