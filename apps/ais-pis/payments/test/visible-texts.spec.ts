import { runningBank, type Caller } from '@open-banking/testing';
import { abroad, aPayer, inShekel } from '@open-banking/ais-pis-testing/a-payment';

const payments = '/v1.7/payments';

describe('a text of a payment that its customer is shown', () => {
  const bank = runningBank(['ais-pis']);
  let payer: Caller;
  beforeAll(async () => {
    payer = await aPayer(bank);
  });

  /** By a product in shekels, which carries letters of every script; identifications other than numbers are for payments abroad. */
  const post = (texts: object) =>
    'creditorAccount' in texts
      ? payer.post(`${payments}/cross-border-credit-transfers`, { ...abroad, ...texts })
      : payer.post(`${payments}/masav`, { ...inShekel, ...texts });
  const identified = (identification: string) => ({ creditorAccount: { other: { identification } } });

  it.each([
    [
      'a turned identification',
      identified('12345'),
      identified('\u202e00031023504400407398ED'),
      '/creditorAccount/other/identification',
      '202E',
    ],
    [
      'an identification with a mark of direction',
      identified('12345'),
      identified('12\u200f345'),
      '/creditorAccount/other/identification',
      '200F',
    ],
    ['a name with an override', { creditorName: 'דנה לוי\u200f' }, { creditorName: 'Dana\u2066Levi' }, '/creditorName', '2066'],
    ['a name with a space of no width', { creditorName: 'Dana Levi' }, { creditorName: 'Dana\u200bLevi' }, '/creditorName', '200B'],
    ['a name in two lines', { creditorName: 'Dana Levi' }, { creditorName: 'Dana\u2028Levi' }, '/creditorName', '2028'],
    [
      'remittance information in two lines',
      { remittanceInformationUnstructured: 'Rent, May' },
      { remittanceInformationUnstructured: 'Rent\nTo: Landlord' },
      '/remittanceInformationUnstructured',
      '000A',
    ],
    [
      'an entry of remittance information with a control character',
      { remittanceInformationUnstructuredArray: ['Rent', 'May'] },
      { remittanceInformationUnstructuredArray: ['Rent', 'May\u0007'] },
      '/remittanceInformationUnstructuredArray/1',
      '0007',
    ],
    [
      'a reference with a hyphen that is not seen',
      { endToEndIdentification: 'E2E-1' },
      { endToEndIdentification: 'E2E\u00ad1' },
      '/endToEndIdentification',
      '00AD',
    ],
  ])('is refused with its field and character: %s', async (_, right, wrong, path, character) => {
    expect(await post(right)).toAnswer(201);
    expect(await post(wrong)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path, text: `Must be one line of visible characters, without U+${character}.` }],
    });
  });

  it('is refused where nothing of it is seen, or a letter has more marks than people write', async () => {
    for (const creditorName of [
      '\u2800',
      '\u034f',
      '\ufe0f',
      '\u0301',
      '\uffff',
      '\u0378',
      '\ufffc',
      '\ufffd',
      '\u{1d159}',
      '\u{13441}',
      '\u{13442}',
      '\u{16fe4}',
    ])
      expect(await post({ creditorName })).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: '/creditorName', text: 'Must have a character that is visible.' }],
      });
    const marked = (marks: number) => ({ creditorName: `Dana${'\u0301'.repeat(marks)} Levi` });
    expect(await post(marked(9))).toAnswer(400, {
      tppMessages: [{ path: '/creditorName', text: 'Must have at most 8 marks on one letter.' }],
    });
    expect(await post(marked(8))).toAnswer(201);
  });

  it('is refused once where there is nothing in it', async () => {
    for (const creditorName of ['', ' ']) {
      const { status, body } = await post({ creditorName });
      expect([status, (body as { tppMessages: object[] }).tppMessages]).toEqual([
        400,
        [expect.objectContaining({ path: '/creditorName', text: 'Must not be blank.' })],
      ]);
    }
    expect(await post({ creditorName: 'D' })).toAnswer(201);
  });
});
