import type { AccountReference, Amount } from '@open-banking/messages';
import { element, textElement, type Xml } from './xml.js';

/** An amount without its sign, which `CdtDbtInd` says. */
export const amountOf = (amount: Amount): (Xml | undefined)[] => [
  unsignedAmount('Amt', amount),
  textElement('CdtDbtInd', amount.amount.startsWith('-') ? 'DBIT' : 'CRDT'),
];

export const unsignedAmount = (name: string, { currency, amount }: Amount): Xml | undefined =>
  textElement(name, amount.replace('-', ''), undefined, ` Ccy="${currency}"`);

/** ISO 20022 AccountIdentification4Choice: an IBAN, or another number and what kind it is. */
export function accountId({ iban, bban, maskedPan, msisdn, other }: AccountReference): Xml | undefined {
  const scheme = bban !== undefined ? element('SchmeNm', [textElement('Cd', 'BBAN')]) : undefined;
  const number = bban ?? maskedPan ?? msisdn ?? other?.identification;
  return element('Id', [iban === undefined ? element('Othr', [textElement('Id', number, 34), scheme]) : textElement('IBAN', iban)]);
}
