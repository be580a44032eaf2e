import { amountText, Decimal, type Amount } from '@open-banking/messages';
import { element, textElement, type Xml } from './xml.js';

/** Counts and adds up the entries of a page while they are written. */
export class EntriesSummary {
  #credits = { count: 0, sum: new Decimal(0) };
  #debits = { count: 0, sum: new Decimal(0) };

  add({ amount }: Amount): void {
    const total = amount.startsWith('-') ? this.#debits : this.#credits;
    total.count += 1;
    total.sum = total.sum.plus(amount);
  }

  /** ISO 20022 TotalTransactions6, in the currency of the account. Sums have no sign; the net amount has its direction. */
  xml(currency: string): Xml | undefined {
    const [credits, debits] = [this.#credits, this.#debits];
    const net = credits.sum.plus(debits.sum);
    const text = (sum: Decimal): string => amountText(currency, sum.abs().toFixed());
    const counted = (count: number, sum: Decimal): (Xml | undefined)[] => [
      textElement('NbOfNtries', String(count)),
      textElement('Sum', text(sum)),
    ];
    return element('TxsSummry', [
      element('TtlNtries', [
        ...counted(credits.count + debits.count, credits.sum.minus(debits.sum)),
        element('TtlNetNtry', [textElement('Amt', text(net)), textElement('CdtDbtInd', net.isNegative() ? 'DBIT' : 'CRDT')]),
      ]),
      element('TtlCdtNtries', counted(credits.count, credits.sum)),
      element('TtlDbtNtries', counted(debits.count, debits.sum)),
    ]);
  }
}
