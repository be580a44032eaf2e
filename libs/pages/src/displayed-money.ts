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

/** Intl orders signs and digits with these in right-to-left languages. Every amount stands in an isolate of its own, which needs none of them. */
const directionMarks = /[\u200e\u200f\u061c]/g;

/** An amount to be read: every digit of it, and from the left whatever surrounds it. */
export const money = (of: Amount, language: Language): Html => html`<bdi dir="ltr">${moneyText(of, language)}</bdi>`;

/**
 * The amount as a reader of the language writes it, with the currency's symbol. The decimal string itself is formatted, never a float made of it,
 * with the decimals of its currency or all it has, if those are more.
 */
export function moneyText({ amount, currency }: Amount, language: Language): string {
  const digits = Math.max(minorUnits(currency), amountDigits(amount).fraction);
  return amountFormat(language, currency, digits)
    .format(amount as Intl.StringNumericLiteral)
    .replace(directionMarks, '');
}
