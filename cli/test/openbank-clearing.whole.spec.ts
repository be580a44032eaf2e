import { clearingInternal, services } from '@open-banking/spec';
import { internalCall, runningBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

const slowMs = 300_000;

describe('openbank clearing', () => {
  const bank = runningBank(services);
  const { openbank, json } = openbankOf(bank);

  it(
    'refuses a product that the bank does not know, of which nothing would be found, and names those there are',
    async () => {
      const products = /\/product Must be one of sepa-credit-transfers, .*, masav, zahav, fp\.\n$/;
      for (const which of [[], ['--open'], ['--late'], ['--date', '2020-01-01']]) {
        expect(await openbank('clearing', ...which, '--scheme', 'Foo')).toEqual({ code: 1, out: '', err: expect.stringMatching(products) });
        expect(await openbank('clearing', ...which, '--scheme', 'zahav')).toMatchObject({ code: 0, err: '' });
      }
      expect(await openbank('clearing', 'rule', 'reject', '--product', 'Foo')).toMatchObject({
        code: 1,
        err: expect.stringMatching(products),
      });
    },
    slowMs,
  );

  it(
    'refuses a rule for a creditor that no payment can name',
    async () => {
      const reject = (creditor: string) => ['clearing', 'rule', 'reject', '--creditor', creditor] as const;
      const numbers = /\/creditor Must be an IBAN .* or another account number, as payments name it\.\n$/;
      for (const wrong of ['XX', '', 'DE88370400440532013000', 'DE8937040044053201300'])
        expect(await openbank(...reject(wrong))).toMatchObject({ code: 1, err: expect.stringMatching(numbers) });
      for (const right of ['MT84MALT011000012345MTLCAST001S', '0108000000099999999', 'MALT011000012345MTLCAST001S', 'ACC-1']) {
        const { ruleId } = await json<{ ruleId: string }>(...reject(right));
        expect(await internalCall(bank.operator, 'ais-pis', clearingInternal.removeClearingRule, undefined, { ruleId })).toAnswer(204);
      }
    },
    slowMs,
  );
});
