import { runningBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

const slowMs = 300_000;

describe('openbank clearing', () => {
  const bank = runningBank();
  const { openbank } = openbankOf(bank);

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
});
