import { tableIn } from '@open-banking/testing';
import { clearingReasons, reasons, transitions, type Scheme, schemes } from '@open-banking/ais-pis-payments';

const table = (head: string): string[][] => tableIn(new URL('../../../../docs/payments.md', import.meta.url), head);
const code = (name: string): string => `\`${name}\``;
const days = (count: number): string => (count === 1 ? '1 business day' : `${count} business days`);
const settled = (settlement: Scheme['settlement']): string =>
  settlement === 'instant' ? 'seconds' : settlement === 0 ? 'the same day' : days(settlement);
const response = (within: Scheme['answerWithin']): string => ('seconds' in within ? `${within.seconds} s` : days(within.businessDays));
const fee = ({ chargeBearers, currency, amount }: Scheme['fees'][number]): string =>
  `${amount} ${currency}${chargeBearers.includes('SHAR') ? '' : ` (${chargeBearers.map(code).join(', ')})`}`;

describe('docs/payments.md', () => {
  it('lists the shipped products', () => {
    expect(table('`payment-product`')).toEqual(
      Object.entries(schemes).map(
        ([product, { currencies, highest, cutOff, settlement, fees, required, iban, chargeBearers, answerWithin }]) => [
          code(product),
          currencies?.join(', ') ?? 'any',
          highest ?? 'none',
          cutOff ?? 'none',
          settled(settlement),
          response(answerWithin),
          chargeBearers.map(code).join(', '),
          fees.map(fee).join(', ') || 'none',
          required.map(code).join(', '),
          iban ? code('iban') : currencies?.includes('ILS') ? '`iban`, `bban`' : 'any',
        ],
      ),
    );
  });

  it('lists the statuses and their transitions', () => {
    expect(table('`transactionStatus`').map(([status, , become]) => [status, become])).toEqual(
      Object.entries(transitions).map(([status, become]) => [code(status), become.map(code).join(', ') || 'final']),
    );
  });

  it('lists the reasons of this bank and of clearing with their texts', () => {
    expect(table('Reason')).toEqual(Object.entries(reasons).map(([reason, text]) => [code(reason), text]));
    expect(table("Clearing's reason")).toEqual(Object.entries(clearingReasons).map(([reason, text]) => [code(reason), text]));
  });
});
