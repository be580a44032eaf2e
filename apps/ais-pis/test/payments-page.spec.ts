import { tableIn } from '@open-banking/testing';
import { clearingReasons, reasons } from '../src/payments/payment-reason.js';
import { transitions } from '../src/payments/payment.js';
import { type Scheme } from '../src/payments/payment-products.js';
import { schemes } from '../src/payments/scheme.js';

const table = (head: string): string[][] => tableIn(new URL('../../../docs/payments.md', import.meta.url), head);
const code = (name: string): string => `\`${name}\``;
const days = (count: number): string => (count === 1 ? '1 business day' : `${count} business days`);
const settled = (settlement: Scheme['settlement']): string =>
  settlement === 'instant' ? 'seconds' : settlement === 0 ? 'the same day' : days(settlement);
const answered = (within: Scheme['answerWithin']): string => ('seconds' in within ? `${within.seconds} s` : days(within.businessDays));
const fee = ({ chargeBearers, currency, amount }: Scheme['fees'][number]): string =>
  `${amount} ${currency}${chargeBearers.includes('SHAR') ? '' : ` (${chargeBearers.map(code).join(', ')})`}`;

describe('docs/payments.md', () => {
  it('has the products as they are', () => {
    expect(table('`payment-product`')).toEqual(
      Object.entries(schemes).map(
        ([product, { currencies, highest, cutOff, settlement, fees, required, iban, chargeBearers, answerWithin }]) => [
          code(product),
          currencies?.join(', ') ?? 'any',
          highest ?? 'none',
          cutOff ?? 'none',
          settled(settlement),
          answered(answerWithin),
          chargeBearers.map(code).join(', '),
          fees.map(fee).join(', ') || 'none',
          required.map(code).join(', '),
          iban ? code('iban') : 'any',
        ],
      ),
    );
  });

  it('has the states, and what each may become', () => {
    expect(table('`transactionStatus`').map(([status, , become]) => [status, become])).toEqual(
      Object.entries(transitions).map(([status, become]) => [code(status), become.map(code).join(', ') || 'final']),
    );
  });

  it("has the reasons in their words, this bank's and clearing's", () => {
    expect(table('Reason')).toEqual(Object.entries(reasons).map(([reason, text]) => [code(reason), text]));
    expect(table("Clearing's reason")).toEqual(Object.entries(clearingReasons).map(([reason, text]) => [code(reason), text]));
  });
});
