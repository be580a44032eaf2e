import { faultsOf, ibansOf, type Fault } from '@open-banking/messages';
import { abroad, inEuro, inShekel } from '@open-banking/ais-pis-testing/a-payment';
import { dateFaults, paymentFaults } from '../src/payment-request.js';
import { PaymentRequest } from '../src/payments.messages.js';
import { PaymentProducts } from '../src/payment-products.js';

const today = '2026-11-29';
const money = (currency: string, amount: unknown) => ({ instructedAmount: { currency, amount } });

/** The faults of a body as the endpoint finds them: by the schema, then by the product's rules, and a date alone when the payment is created. */
const faultsIn = (paymentProduct: string, body: object): string[] =>
  allFaults(paymentProduct, body)
    .map(({ code, path }) => `${code} ${path}`)
    .sort();
const textsIn = (paymentProduct: string, body: object) => allFaults(paymentProduct, body).map(({ text }) => text);

function allFaults(paymentProduct: string, body: object): readonly Fault[] {
  const request = JSON.parse(JSON.stringify(body)) as Partial<PaymentRequest>;
  const misformed = faultsOf(PaymentRequest, request);
  const faults = [...misformed, ...paymentFaults(request, { today }, misformed, { paymentProduct }, new PaymentProducts())];
  return faults.length > 0 ? faults : dateFaults(request.requestedExecutionDate, today);
}

describe('a payment request', () => {
  it.each<[product: string, body: object]>([
    ['sepa-credit-transfers', inEuro],
    ['instant-sepa-credit-transfers', inEuro],
    ['target-2-payments', inEuro],
    ['cross-border-credit-transfers', abroad],
    ['masav', inShekel],
    ['zahav', inShekel],
    ['fp', inShekel],
    ['cross-border-credit-transfers', { ...abroad, ...money('JPY', '500') }],
    ['cross-border-credit-transfers', { ...abroad, ...money('KWD', '1.125') }],
    ...['SHAR', 'SLEV', 'DEBT'].map((chargeBearer): [string, object] => ['cross-border-credit-transfers', { ...abroad, chargeBearer }]),
    ...['masav', 'zahav', 'fp'].flatMap((product): [string, object][] => [
      [product, { ...inShekel, creditorAccount: { bban: '0109360000007869660' } }],
      [product, { ...inShekel, creditorAccount: { iban: ibansOf('0109360000007869660').find((iban) => iban.startsWith('IL')) } }],
    ]),
    ['cross-border-credit-transfers', { ...abroad, creditorAccount: { bban: 'ABC' } }],
    ['zahav', { ...inShekel, chargeBearer: 'SHAR' }],
    ['masav', { ...inShekel, ...money('ILS', '1000000') }],
    ['fp', { ...inShekel, ...money('ILS', '50000.00') }],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: today }],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: '2027-11-24' }],
    [
      'sepa-credit-transfers',
      {
        ...inEuro,
        debtorAccount: { iban: 'IL620108000000099999999', currency: 'EUR' },
        endToEndIdentification: 'E2E',
        purposeCode: 'SALA',
        chargeBearer: 'SLEV',
        remittanceInformationStructured: { reference: 'RF1' },
      },
    ],
  ])('has no fault: %s %j', (product, body) => {
    expect(faultsIn(product, body)).toEqual([]);
  });

  it.each<[product: string, body: object, faults: string[]]>([
    ['sepa-credit-transfers', {}, ['FORMAT_ERROR /creditorAccount', 'FORMAT_ERROR /creditorName', 'FORMAT_ERROR /instructedAmount']],
    ['cross-border-credit-transfers', inEuro, ['FORMAT_ERROR /creditorAddress', 'FORMAT_ERROR /creditorAgent']],
    [
      'sepa-credit-transfers',
      {
        ...inEuro,
        colour: 'red',
        creditorName: ' ',
        creditorAgent: 'x',
        endToEndIdentification: 'x'.repeat(36),
        purposeCode: 'long purpose',
        chargeBearer: 'ME',
        requestedExecutionDate: '2026-02-30',
      },
      [
        'FORMAT_ERROR /chargeBearer',
        'FORMAT_ERROR /colour',
        'FORMAT_ERROR /creditorAgent',
        'FORMAT_ERROR /creditorName',
        'FORMAT_ERROR /endToEndIdentification',
        'FORMAT_ERROR /purposeCode',
        'FORMAT_ERROR /requestedExecutionDate',
      ],
    ],
    [
      'sepa-credit-transfers',
      { ...inEuro, creditorAccount: { iban: 'DE00370400440532013000' }, debtorAccount: { iban: 'DE89370400440532013000', bban: '1' } },
      ['FORMAT_ERROR /creditorAccount/iban', 'FORMAT_ERROR /debtorAccount'],
    ],
    ['sepa-credit-transfers', { ...inEuro, creditorAccount: { bban: '12345' } }, ['PAYMENT_FAILED /creditorAccount']],
    ['masav', { ...inShekel, creditorAccount: { maskedPan: '458099******1234' } }, ['PAYMENT_FAILED /creditorAccount']],
    ['masav', { ...inShekel, creditorAccount: { iban: 'DE89370400440532013000' } }, ['PAYMENT_FAILED /creditorAccount/iban']],
    ...['masav', 'zahav', 'fp'].flatMap((product): [string, object, string[]][] => [
      ...['1', 'ABC', '370400440532013000', '010936000000786966', '01093600000078696600'].map((bban): [string, object, string[]] => [
        product,
        { ...inShekel, creditorAccount: { bban } },
        ['PAYMENT_FAILED /creditorAccount/bban'],
      ]),
      [product, { ...inShekel, creditorAccount: { bban: '10-936-07869660' } }, ['FORMAT_ERROR /creditorAccount/bban']],
      [
        product,
        { ...inShekel, creditorAccount: { other: { identification: '10-936-07869660' } } },
        ['PAYMENT_FAILED /creditorAccount/other'],
      ],
    ]),
    ['sepa-credit-transfers', { ...inEuro, ...money('ILS', '1.00') }, ['PAYMENT_FAILED /instructedAmount/currency']],
    ['fp', { ...inShekel, ...money('ILS', '50000.01') }, ['PAYMENT_FAILED /instructedAmount/amount']],
    ['masav', { ...inShekel, ...money('ILS', '1000000.01') }, ['PAYMENT_FAILED /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '0.00') }, ['PAYMENT_FAILED /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '-1.00') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '1e3') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', 12.5) }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, ...money('EUR', '1.005') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['cross-border-credit-transfers', { ...abroad, ...money('JPY', '500.5') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['cross-border-credit-transfers', { ...abroad, ...money('KWD', '1.1255') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['cross-border-credit-transfers', { ...abroad, ...money('XXX', '1') }, ['FORMAT_ERROR /instructedAmount/currency']],
    ['cross-border-credit-transfers', { ...abroad, ...money('USD', '123456789012345') }, ['FORMAT_ERROR /instructedAmount/amount']],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: '2026-11-28' }, ['EXECUTION_DATE_INVALID /requestedExecutionDate']],
    ['sepa-credit-transfers', { ...inEuro, requestedExecutionDate: '2027-12-04' }, ['EXECUTION_DATE_INVALID /requestedExecutionDate']],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructuredArray: ['Thanks'], remittanceInformationStructured: { reference: 'RF1' } },
      ['PARAMETER_NOT_CONSISTENT /remittanceInformationStructured'],
    ],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructuredArray: ['x'.repeat(70), 'y'.repeat(70)] },
      ['FORMAT_ERROR /remittanceInformationUnstructuredArray'],
    ],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructuredArray: [], creditorId: ' ', creditorAgentName: 'x'.repeat(141) },
      ['FORMAT_ERROR /creditorAgentName', 'FORMAT_ERROR /creditorId', 'FORMAT_ERROR /remittanceInformationUnstructuredArray'],
    ],
    [
      'cross-border-credit-transfers',
      { ...abroad, creditorAddress: { country: 'DE', streetName: 'Unter den Linden' } },
      ['FORMAT_ERROR /creditorAddress/townName'],
    ],
    ['cross-border-credit-transfers', { ...abroad, creditorAddress: { townName: 'Berlin' } }, ['FORMAT_ERROR /creditorAddress/country']],
    ['sepa-credit-transfers', { ...inEuro, chargeBearer: 'SHAR' }, ['PAYMENT_FAILED /chargeBearer']],
    ['sepa-credit-transfers', { ...inEuro, chargeBearer: 'CRED' }, ['PAYMENT_FAILED /chargeBearer']],
    ['target-2-payments', { ...inEuro, chargeBearer: 'DEBT' }, ['PAYMENT_FAILED /chargeBearer']],
    ['cross-border-credit-transfers', { ...abroad, chargeBearer: 'CRED' }, ['PAYMENT_FAILED /chargeBearer']],
    [
      'sepa-credit-transfers',
      { ...inEuro, remittanceInformationUnstructured: 'Thanks', remittanceInformationStructured: { reference: 'RF1' } },
      ['PARAMETER_NOT_CONSISTENT /remittanceInformationStructured'],
    ],
    ['sepa-credit-transfers', { ...inEuro, debtorAccount: inEuro.creditorAccount }, ['PARAMETER_NOT_CONSISTENT /creditorAccount']],
    ['sepa-credit-transfers', { ...inEuro, debtorAccount: { pan: '4111111111111111' } }, ['PARAMETER_NOT_SUPPORTED /debtorAccount/pan']],
    ['masav', { ...inShekel, creditorAccount: { pan: '4111111111111111' } }, ['PARAMETER_NOT_SUPPORTED /creditorAccount/pan']],
    ['masav', { ...inShekel, creditorAccount: { pan: '4111' } }, ['PARAMETER_NOT_SUPPORTED /creditorAccount/pan']],
    [
      'masav',
      { ...inShekel, ...money('EUR', '5'), creditorName: undefined, requestedExecutionDate: '2026-11-26' },
      ['EXECUTION_DATE_INVALID /requestedExecutionDate', 'FORMAT_ERROR /creditorName', 'PAYMENT_FAILED /instructedAmount/currency'],
    ],
  ])('has all its faults reported at once: %s %j', (product, body, faults) => {
    expect(faultsIn(product, body)).toEqual(faults);
  });

  it('in shekels is refused with the composition of the 19 digits where its account is another number', () => {
    const texts = [{ bban: '1' }, { bban: '10-936-07869660' }, { other: { identification: '10-936-07869660' } }].map(
      (creditorAccount) => textsIn('masav', { ...inShekel, creditorAccount })[0],
    );
    for (const text of texts)
      expect(text).toContain('bank (3), branch (3) and account (13), each with zeros in front: 10-936-07869660 is 0109360000007869660');
  });
});
