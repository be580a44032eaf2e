import { amountText, Decimal, isCurrency } from '@open-banking/messages';
import { unsignedAmount } from './unsigned-amount.js';
import { childAt, childElements, textAt, type XmlElement } from './xml-tree.js';

/** The kinds of amounts that ISO 20022 AmountAndCurrencyExchange has. */
export const detailedAmounts = ['InstdAmt', 'TxAmt', 'CntrValAmt', 'AnncdPstngAmt', 'PrtryAmt'] as const;

/** An amount as text, such as `100.00 USD`; undefined where it cannot be read. */
function amountOf(element: XmlElement | undefined): { readonly currency: string; readonly amount: string } | undefined {
  const [text, currency = ''] = [unsignedAmount(element), element?.attributes['Ccy']];
  return text === undefined || !isCurrency(currency) ? undefined : { currency, amount: text };
}

/**
 * The amount in another currency than the one booked, in the currency that was instructed or, where that is not stated, the first other
 * one.
 */
export function originalAmount(elements: readonly XmlElement[], currency: string): { currency: string; amount: string } | undefined {
  const stated = elements.flatMap((element) => [
    ...detailedAmounts.map((name) => childAt(element, 'AmtDtls', name, 'Amt')),
    childAt(element, 'Amt'),
  ]);
  const found = stated.map(amountOf).find((one) => one !== undefined && one.currency !== currency);
  return found && { currency: found.currency, amount: amountText(found.currency, found.amount) };
}

/** Charges of an element by currency, such as `1.50 EUR`; what is given back is negative. */
export function chargesOf(element: XmlElement | undefined): string[] {
  const sums = new Map<string, Decimal>();
  for (const charges of element ? childElements(element, 'Chrgs') : []) {
    for (const record of recordsOf(charges)) {
      const found = amountOf(childAt(record, record === charges && !childAt(charges, 'Amt') ? 'TtlChrgsAndTaxAmt' : 'Amt'));
      if (!found) continue;
      const signed = new Decimal(found.amount).times(textAt(record, 'CdtDbtInd') === 'CRDT' ? -1 : 1);
      sums.set(found.currency, signed.plus(sums.get(found.currency) ?? 0));
    }
  }
  return [...sums].filter(([, sum]) => !sum.isZero()).map(([currency, sum]) => `${amountText(currency, sum.toFixed())} ${currency}`);
}

/** One charge each since camt.053.001.03, where `Chrgs` has records; before, `Chrgs` is one charge. */
function recordsOf(charges: XmlElement): XmlElement[] {
  const records = childElements(charges, 'Rcrd');
  return records.length > 0 ? records : [charges];
}
