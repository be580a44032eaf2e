import { amountDigits, minorUnits, type Amount } from '@open-banking/messages';
import { html, type Html } from './html.js';
import { keptFormats } from './kept-formats.js';
import { intlLocaleOf, type Language } from './locale.js';

/** `symbol` is unambiguous in each language: US$ and A$, and never $ for both. */
const amountFormat = keptFormats(
  (language: Language, currency: string, digits: number) =>
    new Intl.NumberFormat(intlLocaleOf(language), {
      style: 'currency',
      currency,
      currencyDisplay: 'symbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
);

/** The marks with which Intl orders signs and digits in right-to-left languages. Amounts do not need them: each has its own isolate. */
const directionMarks = /[\u200e\u200f\u061c]/g;

/** An amount to be read: every digit of it, and from the left whatever surrounds it. */
export const money = (of: Amount, language: Language): Html => html`<bdi dir="ltr">${moneyText(of, language)}</bdi>`;

/**
 * The amount in the notation of the language, with the currency's symbol. It has the decimals of its currency, or all of its own if those
 * are more. The decimal string itself is formatted, never a float made from it.
 */
export function moneyText({ amount, currency }: Amount, language: Language): string {
  const digits = Math.max(minorUnits(currency), amountDigits(amount).fraction);
  return amountFormat(language, currency, digits)
    .format(amount as Intl.StringNumericLiteral)
    .replace(directionMarks, '');
}
