import { runningBank, type Caller, type HttpResponse, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const requested = { headers: { 'client-vop-requested': 'true' } };
const matches = 'The name matches the holder of the account.';
const differs = 'The name does not match the holder of the account.';
const unchecked = 'The name could not be checked.';

const matchOf = ({ body }: HttpResponse) =>
  (body as { originalTransactionInformationAndVopStatus?: { creditorNameMatch: string }[] }).originalTransactionInformationAndVopStatus?.[0]
    ?.creditorNameMatch;

describe('the check of a creditor’s name on the approval page', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let itself: Caller;
  let payee: TestAccount;
  beforeEach(async () => {
    client = await bank.client();
    itself = (await client.withClientToken('payments', 'PIS')).paced;
    payee = await anAccount(bank, [], { ownerName: 'Ruth Rosenberg' });
  });

  const aPayer = async () => {
    const customer = await aCustomer(bank);
    return { customer, debtor: await anAccount(bank, [customer]) };
  };
  const post = (creditorName: string, debtor: TestAccount, options: object = {}) =>
    itself.post(sepa, { ...inEuro, creditorAccount: { iban: payee.iban }, creditorName, debtorAccount: { iban: debtor.iban } }, options);
  const shown = async ({ body }: HttpResponse, { login, password }: TestCustomer): Promise<string> => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('payments', `PIS:${body.paymentId as string}`).url);
    await browser.press('sign-in', { login, password });
    return browser.response.text;
  };

  it('is made however many names the client has had checked, whether or not the client asks', async () => {
    const { customer, debtor } = await aPayer();
    const names = ['Noa', 'Maya', 'Yael', 'Hila', 'Adi', 'Gil', 'Elad'];
    const answers: HttpResponse[] = [];
    for (const name of names) answers.push(await post(`${name} Shapira`, debtor, requested));
    expect(answers.map(matchOf)).toEqual(['NMTC', 'NMTC', 'NMTC', 'NMTC', 'NMTC', 'NOAP', 'NOAP']);

    expect(await shown(await post('City Power Company', debtor), customer)).toContain(differs);
    const beyond = await post('Water Company', debtor, requested);
    expect(matchOf(beyond)).toBe('NOAP');
    expect(await shown(beyond, customer)).toContain(differs);
    expect(await shown(await post('Ruth Rosenberg', debtor), customer)).toContain(matches);
  });

  it('tells one customer about five names for an account in a day, whichever clients pay, and takes nothing from the client', async () => {
    const { customer, debtor } = await aPayer();
    for (const name of ['Noa', 'Maya', 'Yael', 'Hila', 'Adi']) {
      [client, itself] = await anotherClient();
      expect(await shown(await post(`${name} Shapira`, debtor), customer)).toContain(differs);
    }
    expect(await shown(await post('Ruth Rosenberg', debtor), customer)).toContain(unchecked);
    expect(await shown(await post('ADI SHAPIRA', debtor), customer)).toContain(differs);
    expect(matchOf(await post('Ruth Rosenberg', debtor, requested))).toBe('MTCH');

    const other = await aPayer();
    expect(await shown(await post('Ruth Rosenberg', other.debtor), other.customer)).toContain(matches);
    await bank
      .database('ais-pis')
      .query("update customer_payee_question set asked_at = asked_at - interval '25 hours' where psu_id = $1", [customer.psuId]);
    expect(await shown(await post('Ruth Rosenberg', debtor), customer)).toContain(matches);
  });

  const anotherClient = async (): Promise<[TestClient, Caller]> => {
    const another = await bank.client();
    return [another, (await another.withClientToken('payments', 'PIS')).paced];
  };
});
