import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { feedFormat } from '@open-banking/ais-pis/tables';
import { AmountForms, descriptionOf, LineAmounts, type LoadFormat } from '@open-banking/feed';
import { loadedServices } from '@open-banking/spec';
import { temporaryFolder } from '@open-banking/testing';
import pg from 'pg';
import { load } from '../src/load/load.js';
import { serviceTables } from '../src/service-tables.js';
import { dayOf } from './a-fed-day.js';
import { aSmallBank, text, type Line } from './a-small-bank.js';
import { emptyDatabases } from './loaded-bank.js';

/** Every number of a load format or feed that is no amount of money, with what it is. A new number is either here or an amount. */
const otherNumbers = {
  'cardTransaction.markupFeePercentage': 'per cent',
  'instrument.coupon': 'per cent',
  'instrumentPrice.price': 'price of a unit',
  'exchangeRate.rate': 'exchange rate',
  'securityOrder.units': 'units',
  'securityOrder.filledUnits': 'units',
  'securityOrder.limitPrice': 'price of a unit',
  'securityOrder.stopPrice': 'price of a unit',
  'position.units': 'units',
  'position.averageBuyingPrice': 'price of a unit',
  'securitiesTransaction.units': 'units',
  'securitiesTransaction.unitsBefore': 'units',
  'securitiesTransaction.unitsAfter': 'units',
  'securitiesTransaction.price': 'price of a unit',
  'loan.annualInterestRate': 'per cent',
  'loan.earlyRepaymentFee': 'per cent',
  'track.annualInterestRate': 'per cent',
  'track.indexMargin': 'per cent',
  'track.indexBaseValue': 'index',
  'loanProduct.annualInterestRate': 'per cent',
  'loanProduct.upfrontFee': 'per cent',
  'eligibilityRule.highestDebtServiceRatio': 'per cent',
} as const;
/** Amounts of tables without a currency: only their number of digits is checked. */
const withoutCurrency = ['eligibilityRule.lowestMonthlyIncome'];

const formats: readonly (readonly [name: string, format: LoadFormat])[] = [
  ...loadedServices.map((service) => [service, serviceTables[service].loadFormat] as const),
  ['the feed of ais-pis', feedFormat],
];
const numbers = formats.flatMap(([name, format]) =>
  Object.entries(format).flatMap(([type, line]) =>
    descriptionOf(line)
      .fields.filter(({ kind }) => kind === 'decimal')
      .map((field) => ({ name, format, type, line, field, id: `${type}.${field.name}` })),
  ),
);
const amounts = numbers.filter(({ field }) => field.amount !== undefined);

describe('a number in a load file or feed', () => {
  it('is an amount in a currency, or stands in the list of other numbers', () => {
    expect(amounts.length).toBeGreaterThan(60);
    const others = numbers.filter(({ field }) => field.amount === undefined).map(({ id }) => id);
    expect([...new Set(others)].sort()).toEqual(Object.keys(otherNumbers).sort());
    const noCurrency = amounts.filter(({ field: { amount } }) => amount!.field === undefined && amount!.types === undefined);
    expect(noCurrency.map(({ id }) => id)).toEqual(withoutCurrency);
  });

  it.each(amounts.filter(({ id }) => !withoutCurrency.includes(id)))(
    '$name, $id: has the decimals of its currency, whatever the currency is, and at most 14 digits',
    async ({ format, line, field }) => {
      const lineAmounts = new LineAmounts(format, descriptionOf(line));
      const fault = async (currency: string, amount: string): Promise<string | undefined> => {
        const record = { [field.name]: amount, [field.amount!.field ?? '']: currency };
        const forms = new AmountForms();
        forms.noteRecord(lineAmounts, record, 7);
        const [inRow] = await forms.misfits(async (_, keys) => keys.map((key) => ({ key, currency })));
        const found = lineAmounts.misfit(record) ?? inRow;
        if (found) expect(found.field).toBe(field.name);
        return found?.reason;
      };
      for (const [currency, right, wrong] of [
        ['EUR', '-12.50', '-12.505'],
        ['EUR', '12.5000', '12.50500'],
        ['JPY', '1200', '12.5'],
        ['KWD', '1.234', '1.2345'],
        ['ILS', '999999999999.99', '1000000000000.00'],
      ] as const) {
        expect(await fault(currency, right)).toBeUndefined();
        // A sum has the decimals of what it is the sum of, also of amounts that earlier releases took; the proofs of the books judge it.
        const isSumOfOthers = field.amount!.isSum === true && currency !== 'ILS';
        if (isSumOfOthers) expect(await fault(currency, wrong)).toBeUndefined();
        else expect(await fault(currency, wrong)).toMatch(/^has more than /);
      }
      expect(field.fault('99999999999999999999.99')).toMatch(/at most 14 digits/);
    },
  );
});

describe('a load file', () => {
  const files = temporaryFolder();
  const small = aSmallBank();
  let databases: Awaited<ReturnType<typeof emptyDatabases>>;
  beforeAll(async () => {
    databases = await emptyDatabases();
  });
  afterAll(async () => {
    await databases.close();
    files.remove();
  });

  const loaded = (service: (typeof loadedServices)[number], lines: readonly Line[]): Promise<number> => {
    const file = join(files.path, `${service}.ndjson`);
    writeFileSync(file, text(lines));
    return load(service, file, databases.urls[service]);
  };
  const planted = (service: (typeof loadedServices)[number], place: number, change: object): Promise<number> =>
    loaded(
      service,
      small[service].map((line, at) => (at === place ? { ...line, ...change } : line)),
    );

  it.each(loadedServices)(
    'of %s is refused, with line and field, for an amount with more decimals and for a day of the year 1',
    async (service) => {
      const format = serviceTables[service].loadFormat;
      let tried = 0;
      for (const [place, line] of small[service].entries()) {
        for (const { name, kind, amount } of descriptionOf(format[line.type]!).fields) {
          const value = line[name];
          const wrong = amount ? `${String(value).replace(/\..*/, '')}.005` : kind === 'date' ? '0001-01-01' : '0001-01-01T00:00:00Z';
          const isTried =
            typeof value === 'string' && (kind === 'date' || kind === 'instant' || (amount?.field ?? amount?.types) !== undefined);
          if (!isTried) continue;
          tried += 1;
          const why = `${place + 1}: ${name}: (has more than the 2 decimal places of EUR|must be .* from 1900 on)`;
          // A sum with decimals that its amounts do not have does not agree with them.
          const refusal = new RegExp(`^${service}\\.ndjson:${amount?.isSum ? '\\d+: ' : why}`);
          await expect(planted(service, place, { [name]: wrong })).rejects.toThrow(refusal);
        }
      }
      expect(tried).toBeGreaterThan(2);
    },
  );

  it('is refused for a value day after 2999, and for amounts in a list that do not fit their currency', async () => {
    const entry = small['ais-pis'].findIndex(({ type }) => type === 'entry');
    await expect(planted('ais-pis', entry, { valueDate: '9999-12-31' })).rejects.toThrow(
      `ais-pis.ndjson:${entry + 1}: valueDate: must be not after 2999-12-31`,
    );
    const portfolio = small.securities.findIndex(({ type }) => type === 'securitiesTransaction');
    const fees = (amount: string) => ({ relatedFees: [{ typeCode: 'brokerageFee', amount: { currency: 'EUR', amount } }] });
    await expect(planted('securities', portfolio, fees('1.005'))).rejects.toThrow(
      `securities.ndjson:${portfolio + 1}: relatedFees: must be free of amounts that do not fit their currency`,
    );
  });

  it('is refused for a whole card number in an account reference', async () => {
    const entry = small['ais-pis'].findIndex(({ type }) => type === 'entry');
    await expect(planted('ais-pis', entry, { creditorAccount: { pan: '4111111111111111' } })).rejects.toThrow(
      `ais-pis.ndjson:${entry + 1}: creditorAccount: must be an account reference without a card number`,
    );
  });

  it.each(loadedServices)('of %s is loaded where all amounts fit, with more zeros than the currency has decimals, too', async (service) => {
    const format = serviceTables[service].loadFormat;
    const withZeros = small[service].map((line) => {
      const inMoney = descriptionOf(format[line.type]!).fields.filter(({ name, amount }) => amount && typeof line[name] === 'string');
      return { ...line, ...Object.fromEntries(inMoney.map(({ name }) => [name, Number(line[name]).toFixed(4)])) };
    });
    expect(await loaded(service, withZeros)).toBe(withZeros.length);
  });

  it('goes on with a card whose sums have decimals that an earlier release took, and adds none', async () => {
    const client = new pg.Client({ connectionString: databases.urls.cards });
    await client.connect();
    try {
      await client.query('update card_transaction set amount = amount - 0.005 where statement_number is null');
      await client.query('update card_balance set not_invoiced = not_invoiced - 0.005');
    } finally {
      await client.end();
    }
    const [purchase, balance] = dayOf.cards(small.cards) as [Line, Line];
    const later = { ...balance, notInvoiced: `${String(balance['notInvoiced'])}5` };
    await expect(loaded('cards', [{ ...purchase, amount: '-5.005' }, later])).rejects.toThrow(
      'cards.ndjson:1: amount: has more than the 2 decimal places of EUR',
    );
    await expect(loaded('cards', [purchase, balance])).rejects.toThrow(/does not agree/);
    expect(await loaded('cards', [purchase, later])).toBe(2);
  });
});
