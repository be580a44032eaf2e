import { amountDigits, amountMisfit, amountText as shown } from '@open-banking/messages';
import pg from 'pg';
import { amountText, misfitsCurrency, roundedAmountText } from '../src/json-columns.js';
import { aCardsDatabase } from './a-cards-database.js';

interface Row {
  readonly currency: string;
  readonly amount: string;
  readonly text: string;
  readonly misfits: boolean;
  readonly rounded: string;
}

describe('an amount that PostgreSQL writes', () => {
  const cards = aCardsDatabase(1);

  const written = async (currencies: readonly string[], amounts: readonly string[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: cards.ownerUrl });
    await client.connect();
    try {
      const { rows } = await client.query<Row>(
        `select currency, amount::text, ${amountText('currency', 'amount')} as text, ${misfitsCurrency('currency', 'amount')} as misfits,
          ${roundedAmountText('currency', 'amount')} as rounded
        from unnest($1::text[]) currency, unnest($2::numeric[]) amount`,
        [currencies, amounts],
      );
      return rows;
    } finally {
      await client.end();
    }
  };

  it('is in the format of its currency, as everywhere else, and never rounded', async () => {
    const currencies = ['EUR', 'ILS', 'JPY', 'KWD', 'CLF', 'VED'];
    const amounts = ['0', '-12', '12.5', '12.50', '12.5000', '-12.505', '1200.0', '0.00001', '99999999999999.9', '-0.10'];
    const rows = await written(currencies, amounts);
    expect(rows).toHaveLength(currencies.length * amounts.length);
    for (const { currency, amount, text, misfits } of rows) {
      expect({ currency, amount, text }).toEqual({ currency, amount, text: shown(currency, amount) });
      const { fraction } = amountDigits(amount);
      expect({ currency, amount, misfits }).toEqual({
        currency,
        amount,
        misfits: amountMisfit(currency, { whole: 1, fraction }) !== undefined,
      });
    }
  });

  it('is rounded at the last decimal place of its currency where it is computed', async () => {
    const rows = await written(['EUR', 'JPY', 'KWD'], ['2.0045', '-2.5']);
    expect(rows.map(({ currency, rounded }) => `${rounded} ${currency}`).sort()).toEqual(
      ['2.00 EUR', '-2.50 EUR', '2 JPY', '-3 JPY', '2.005 KWD', '-2.500 KWD'].sort(),
    );
  });
});
