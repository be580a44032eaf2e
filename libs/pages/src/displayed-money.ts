import { amountDigits, minorUnits, type Amount } from '@open-banking/messages';
import { html, type Html } from './html.js';
import { keptFormats } from './kept-formats.js';
import { intlLocaleOf, type Language } from './locale.js';

const amountFormat = keptFormats(
  (language: Language, digits: number) =>
    new Intl.NumberFormat(intlLocaleOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** An amount to be read: every digit of it, and from the left whatever surrounds it. */
export const money = (of: Amount, language: Language): Html => html`<bdi dir="ltr">${moneyText(of, language)}</bdi>`;

/** The decimal string itself is formatted, never a float made of it, with the decimals of its currency or all it has, if those are more. */
export function moneyText({ amount, currency }: Amount, language: Language): string {
  const digits = Math.max(minorUnits(currency), amountDigits(amount).fraction);
  return `${amountFormat(language, digits).format(amount as Intl.StringNumericLiteral)} ${currency}`;
}
