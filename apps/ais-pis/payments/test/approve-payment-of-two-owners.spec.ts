import { inDays, runningBank, type Caller, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { statusChanges, inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe('the approval of a payment from an account of two owners', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let itself: Caller;
  beforeAll(async () => {
    client = await bank.client();
    itself = await client.withClientToken('payments', 'PIS');
  });
  const created = async (body: unknown): Promise<string> => (await itself.post(sepa, body)).body.paymentId as string;
  const paymentStatus = async (paymentId: string) =>
    (await itself.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string };

  it('needs both owners if they act together; other customers are refused', async () => {
    const [one, two, nobody] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const paymentId = await created({ ...inEuro, debtorAccount: { iban: shared.iban }, requestedExecutionDate: inDays(30) });
    const first = await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    expect(await paymentStatus(paymentId)).toEqual({ transactionStatus: 'PATC' });
    expect(await first.get(`${sepa}/${paymentId}`)).toAnswer(200, { transactionStatus: 'PATC' });
    await expect(client.approvedBy(nobody, 'payments', `PIS:${paymentId}`)).rejects.toThrow(/somebody else/);
    await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    expect(await statusChanges(bank, paymentId)).toEqual(['RCVD>PATC']);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('payments', `PIS:${paymentId}`).url);
    await browser.press('sign-in', { login: two.login, password: two.password });
    expect(browser.response.text).toContain('Another owner has approved already');
    await browser.press('approve');
    expect((await statusChanges(bank, paymentId)).slice(0, 2)).toEqual(['RCVD>PATC', 'PATC>ACTC']);
    const { rows } = await bank
      .database('ais-pis')
      .query('select psu_id from payment_approval where payment_id = $1 order by approved_at', [paymentId]);
    expect(rows).toEqual([{ psu_id: one.psuId }, { psu_id: two.psuId }]);
  });

  it('is refused for both if the second owner refuses', async () => {
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const paymentId = await created({ ...inEuro, debtorAccount: { iban: shared.iban } });
    const first = await client.approvedBy(one, 'payments', `PIS:${paymentId}`);
    await expect(client.approvedBy(two, 'payments', `PIS:${paymentId}`, { refuse: true })).rejects.toThrow(/access_denied/);
    expect(await paymentStatus(paymentId)).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ text: expect.stringMatching(/^CUST: /) }],
    });
    expect(await first.get(`${sepa}/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RJCT' });
  });
});
