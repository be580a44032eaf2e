import { runningBank, type Caller } from '@open-banking/testing';
import { aPayer, inEuro } from '@open-banking/ais-pis-testing/a-payment';

const product = '/v1.7/payments/sepa-credit-transfers';

describe('A field of another JSON type than the one it takes', () => {
  const bank = runningBank(['ais-pis']);
  let payer: Caller;
  beforeAll(async () => {
    payer = await aPayer(bank);
  });

  it.each([
    [
      { instructedAmount: { currency: 'EUR', amount: 12.5 } },
      '/instructedAmount/amount',
      'Must be a string: a decimal number without sign or exponent, like "120.50".',
    ],
    [{ requestedExecutionDate: 20271231 }, '/requestedExecutionDate', 'Must be a string: a day that exists, as YYYY-MM-DD.'],
    [{ purposeCode: 7 }, '/purposeCode', 'Must be a string: a code of 4 capital letters or digits, like "SALA".'],
    [{ creditorName: 7 }, '/creditorName', 'Must be a string: one line of visible characters.'],
  ])('is told with what a right one looks like: %j', async (wrong, path, text) => {
    expect(await payer.post(product, { ...inEuro, ...wrong })).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path, text }] });
    expect(await payer.post(product, inEuro)).toAnswer(201);
  });

  it('is told of the body itself without a path, which it has none, and by a text that names the body', async () => {
    for (const body of [[], 'text', null])
      expect((await payer.post(product, body)).body).toEqual({
        tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text: 'The body must be an object.', href: '/errors/FORMAT_ERROR' }],
      });
  });
});
