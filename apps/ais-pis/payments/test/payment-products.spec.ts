import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { abroad, inEuro, inShekel, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { readPaymentProducts } from '../src/payment-products.js';

const shipped = JSON.parse(readFileSync(new URL('../../data/payment-products.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, unknown>
>;
let files = 0;
const folder = mkdtempSync(join(tmpdir(), 'payment-products-'));
const written = (products: unknown): string => {
  const file = join(folder, `${(files += 1)}.json`);
  writeFileSync(file, typeof products === 'string' ? products : JSON.stringify(products));
  return file;
};
const changedProduct = (product: string, over: object = {}) => ({ ...shipped[product], ...over });
const own = written({
  'sepa-credit-transfers': changedProduct('sepa-credit-transfers', { offered: false }),
  'instant-sepa-credit-transfers': changedProduct('instant-sepa-credit-transfers', {
    highest: '100.00',
    fees: [{ chargeBearers: ['SLEV'], currency: 'EUR', amount: '0.35' }],
  }),
  'sepa-priority': changedProduct('target-2-payments', {
    cutOff: undefined,
    chargeBearers: ['SHAR', 'DEBT'],
    fees: [
      { chargeBearers: ['SHAR'], currency: 'EUR', amount: '1.00' },
      { chargeBearers: ['DEBT'], currency: 'EUR', amount: '9.00' },
    ],
  }),
});

describe("a bank's own payment products", () => {
  const bank = freshBank(['ais-pis'], { PAYMENT_PRODUCTS_FILE: own });
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    [client, customer] = [await bank.client(), await aCustomer(bank)];
  });
  const payer = () => client.withClientToken('payments', 'PIS');
  const feeOf = async (paymentId: string) =>
    (await bank.database('ais-pis').query<{ fee: string }>('select fee::text from payment where payment_id = $1', [paymentId])).rows[0]!
      .fee;

  it('replace the shipped ones, with their limits; products that are not offered are refused for new payments', async () => {
    const by = await payer();
    expect(await by.post('/v1.7/payments/sepa-priority', inEuro)).toAnswer(201);
    expect(await by.post('/v1.7/payments/instant-sepa-credit-transfers', inEuro)).toAnswer(201);
    expect(
      await by.post('/v1.7/payments/instant-sepa-credit-transfers', { ...inEuro, instructedAmount: { currency: 'EUR', amount: '100.01' } }),
    ).toAnswer(400, { tppMessages: [{ path: '/instructedAmount/amount' }] });
    for (const [product, body] of [
      ['sepa-credit-transfers', inEuro],
      ['masav', inShekel],
      ['cross-border-credit-transfers', abroad],
    ] as const) {
      expect(await by.post(`/v1.7/payments/${product}`, body)).toAnswer(404, {
        tppMessages: [{ code: 'PRODUCT_UNKNOWN', text: 'Must be one of instant-sepa-credit-transfers, sepa-priority.' }],
      });
    }
  });

  it('keep existing payments readable after a product is no longer offered', async () => {
    const by = await payer();
    const { paymentId } = (await by.post('/v1.7/payments/sepa-priority', inEuro)).body as { paymentId: string };
    await bank.database('ais-pis').query("update payment set payment_product = 'masav' where payment_id = $1", [paymentId]);
    expect(await by.get(`/v1.7/payments/masav/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RCVD' });
  });

  it('keep payments whose product was removed from the file: they can be read, approved and executed', async () => {
    const account = await anAccount(bank, [customer]);
    const { paymentId } = (await (await payer()).post('/v1.7/payments/sepa-priority', { ...inEuro, debtorAccount: { iban: account.iban } }))
      .body as { paymentId: string };
    await bank.database('ais-pis').query("update payment set payment_product = 'gone' where payment_id = $1", [paymentId]);
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    const path = `/v1.7/payments/gone/${paymentId}`;
    if ((await statusAfter(await payer(), path, ['ACTC', 'ACSP'])) === 'ACFC') await bank.advance('P5D');
    expect(await statusAfter(await payer(), path, ['ACTC', 'ACFC', 'ACSP'])).toBe('ACSC');
    expect(await (await payer()).get(`/v1.7/payments/nothing/${paymentId}`)).toAnswer(404, { tppMessages: [{ code: 'PRODUCT_UNKNOWN' }] });
  });

  it.each([
    ['SHAR', '1.00', '86.50'],
    ['DEBT', '9.00', '78.50'],
    [undefined, '1.00', '86.50'],
  ])('charge the debtor according to the charge bearer: %s', async (chargeBearer, fee, left) => {
    const account = await anAccount(bank, [customer]);
    const { paymentId } = (
      await (
        await payer()
      ).post('/v1.7/payments/sepa-priority', { ...inEuro, debtorAccount: { iban: account.iban }, ...(chargeBearer && { chargeBearer }) })
    ).body as { paymentId: string };
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    expect(await feeOf(paymentId)).toBe(fee);
    // On a day that is not a business day it waits for the next one.
    if ((await statusAfter(await payer(), `/v1.7/payments/sepa-priority/${paymentId}`, ['ACTC', 'ACSP'])) === 'ACFC')
      await bank.advance('P5D');
    expect(await statusAfter(await payer(), `/v1.7/payments/sepa-priority/${paymentId}`, ['ACTC', 'ACFC', 'ACSP'])).toBe('ACSC');
    const { rows } = await bank
      .database('ais-pis')
      .query(
        "select b.booked::text, i.message ->> 'chargeBearer' as bearer from account_balance b, clearing_instruction i where b.account_id = $1 and i.payment_id = $2",
        [account.accountId, paymentId],
      );
    expect(rows).toEqual([{ booked: left, bearer: chargeBearer ?? 'SHAR' }]);
  });
});

describe('a payment products file', () => {
  const faults = (products: unknown): string[] => {
    const file = written(products);
    try {
      readPaymentProducts(file);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').map((line) => line.replace(`PAYMENT_PRODUCTS_FILE ${file}: `, ''));
    }
  };

  it('is accepted as shipped', () => {
    expect(faults(shipped)).toEqual([]);
  });

  it.each<[what: string, products: unknown, faults: string[]]>([
    ['no JSON', '{', [expect.stringContaining('the file is not JSON')]],
    ['nothing', {}, [expect.stringContaining('the file: ')]],
    [
      'a charge bearer that deducts from the amount',
      { masav: changedProduct('masav', { chargeBearers: ['CRED'] }) },
      ['/masav/chargeBearers/0: Must be one of DEBT, SHAR, SLEV.'],
    ],
    [
      'several faults',
      { masav: changedProduct('masav', { cutOff: '25:00', highest: 5, colour: 'red' }) },
      [
        '/masav/colour: This field is not known here; leave it out.',
        '/masav/highest: Must be a string: a decimal number, like "12.00".',
        '/masav/cutOff: Must be a time of day, HH:MM.',
      ],
    ],
    [
      'amounts with more decimals than their currency',
      { masav: changedProduct('masav', { highest: '1000.005', fees: [{ chargeBearers: ['SHAR'], currency: 'ILS', amount: '1.005' }] }) },
      [
        '/masav/highest: does not fit its currency: ILS has 2 fraction digits.',
        '/masav/fees/0/amount: does not fit its currency: ILS has 2 fraction digits.',
      ],
    ],
    [
      'a fee of nobody',
      { masav: changedProduct('masav', { fees: [{ chargeBearers: ['DEBT'], currency: 'EUR', amount: '1' }] }) },
      ['/masav/fees/0: DEBT is not among the chargeBearers of masav.', '/masav/fees/0: EUR is not among the currencies of masav.'],
    ],
    [
      'two fees for the same',
      {
        zahav: changedProduct('zahav', {
          fees: [
            { chargeBearers: ['SHAR', 'SLEV'], currency: 'ILS', amount: '1' },
            { chargeBearers: ['SHAR'], currency: 'ILS', amount: '2' },
          ],
        }),
      },
      ['/zahav/fees/1: there is already a fee for SHAR in ILS.'],
    ],
    [
      'days of a product that is executed on any day',
      { fp: changedProduct('fp', { restDays: [5], shortDayCutOff: '13:00' }) },
      ['restDays', 'shortDayCutOff'].map((member) => `/fp/${member}: needs a cutOff: without one the product is executed on any day.`),
    ],
    [
      'a weekday and a time that there are not',
      { masav: changedProduct('masav', { restDays: [7] }), zahav: changedProduct('zahav', { shortDayCutOff: '25:00' }) },
      ['/masav/restDays/0: Must be one of 0, 1, 2, 3, 4, 5, 6.', '/zahav/shortDayCutOff: Must be a time of day, HH:MM.'],
    ],
    [
      'no time for an answer',
      { masav: changedProduct('masav', { answerWithin: { hours: 1 } }) },
      [expect.stringContaining('/masav/answerWithin: Must be {"seconds"')],
    ],
  ])('is refused with each wrong place if it has %s', (_, products, expected) => {
    expect(faults(products).sort()).toEqual([...expected].sort());
  });

  it('is named in the error if it does not exist', () => {
    expect(() => readPaymentProducts(join(folder, 'none.json'))).toThrow('none.json: the file cannot be read (ENOENT)');
  });
});
