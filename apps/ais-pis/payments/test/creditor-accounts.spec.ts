import { runningBank, type Caller } from '@open-banking/testing';
import { anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { abroad, aPayer, inShekel } from '@open-banking/ais-pis-testing/a-payment';

const products = '/v1.7/payments';
const requested = { headers: { 'client-vop-requested': 'true' } };

describe('a creditor’s account', () => {
  const bank = runningBank(['ais-pis']);
  let payer: Caller;
  let own: TestAccount;
  beforeAll(async () => {
    payer = await aPayer(bank);
    own = await anAccount(bank, [], { ownerName: 'Ruth Rosenberg', currency: 'ILS' });
  });

  const spaced = (text: string) => text.replace(/(.{4})/g, '$1 ').trim();
  const to = (creditorAccount: object) => ({ ...inShekel, creditorAccount, creditorName: 'Ruth Rosenberg' });

  it('that is an IBAN is accepted and checked as iban, and refused as anything else', async () => {
    expect(await payer.post(`${products}/masav`, to({ iban: own.iban }), requested)).toAnswer(201, {
      originalTransactionInformationAndVopStatus: [{ creditorNameMatch: 'MTCH' }],
    });
    const text = 'This is an IBAN: send it as iban, in capitals without spaces.';
    for (const identification of [own.iban, own.iban.toLowerCase(), spaced(own.iban), own.iban.replace(/(.{4})/g, '$1-')]) {
      expect(await payer.post(`${products}/masav`, to({ other: { identification } }))).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: '/creditorAccount/other/identification', text }],
      });
    }
    expect(await payer.post(`${products}/masav`, to({ bban: own.iban }))).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: '/creditorAccount/bban', text }],
    });
  });

  it('that is a domestic number is accepted and checked as bban, and refused as other', async () => {
    const bban = own.iban.slice(4);
    expect(await payer.post(`${products}/masav`, to({ bban }), requested)).toAnswer(201, {
      originalTransactionInformationAndVopStatus: [{ creditorNameMatch: 'MTCH' }],
    });
    for (const identification of [bban, spaced(bban)]) {
      expect(await payer.post(`${products}/masav`, to({ other: { identification } }))).toAnswer(400, {
        tppMessages: [
          {
            code: 'FORMAT_ERROR',
            path: '/creditorAccount/other/identification',
            text: 'This is a domestic account number: send it as bban, digits alone, or as iban.',
          },
        ],
      });
    }
  });

  it('of another form is accepted as other', async () => {
    // The last one is an IBAN but for its check digits.
    for (const identification of ['4711', '123-456789/0', 'DE88370400440532013000'])
      expect(
        await payer.post(`${products}/cross-border-credit-transfers`, { ...abroad, creditorAccount: { other: { identification } } }),
      ).toAnswer(201);
  });
});
