import { tableIn } from '@open-banking/sandbox/testing';
import { reasons } from '../src/payments/payment-reason.js';
import { next } from '../src/payments/payment.js';
import { schemes, type Scheme } from '../src/payments/scheme.js';

const table = (head: string): string[][] => tableIn(new URL('../../../docs/payments.md', import.meta.url), head);
const code = (name: string): string => `\`${name}\``;
const settled = (days: Scheme['settlement']): string => ({ instant: 'seconds', 0: 'the same day', 1: '1 business day', 2: '2 business days' })[days];

describe('docs/payments.md', () => {
  it('has the products as they are', () => {
    expect(table('`payment-product`')).toEqual(Object.entries(schemes).map(([product, { currencies, highest, cutOff, settlement, fees, required, iban }]) => [
      code(product), currencies?.join(', ') ?? 'any', highest ?? 'none', cutOff ?? 'none', settled(settlement),
      Object.entries(fees ?? {}).map(([currency, fee]) => `${fee} ${currency}`).join(', ') || 'none', required.map(code).join(', '), iban ? code('iban') : 'any',
    ]));
  });

  it('has the states, and what each may become', () => {
    expect(table('`transactionStatus`').map(([status, , become]) => [status, become])).toEqual(
      Object.entries(next).map(([status, become]) => [code(status), become.map(code).join(', ') || 'final']));
  });

  it('has the reasons in their words', () => {
    expect(table('Reason')).toEqual(Object.entries(reasons).map(([reason, text]) => [code(reason), text]));
  });
});
