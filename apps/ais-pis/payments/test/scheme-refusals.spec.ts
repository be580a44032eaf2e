import { runningBank, TestFeed, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { ibansOf } from '@open-banking/messages';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro, inShekel, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/instant-sepa-credit-transfers';
const israeli = (bban: string): string => ibansOf(bban).find((iban) => iban.startsWith('IL'))!;

describe('a payment that its scheme cannot carry out', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let payer: Caller;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client();
    payer = (await client.withClientToken('payments', 'PIS')).paced;
    customer = await aCustomer(bank);
  });
  const created = async (body: object): Promise<string> => (await payer.post(sepa, body)).body.paymentId as string;
  const approve = (paymentId: string) => client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
  const debtorIn = async (paymentId: string): Promise<unknown> =>
    (
      await bank
        .database('ais-pis')
        .query<{ name: string }>("select message #>> '{debtor,name}' as name from clearing_instruction where payment_id = $1", [paymentId])
    ).rows[0]?.name;
  /** The account's row as the core sends it. */
  const rowOf = ({ accountId, iban }: TestAccount, more: object) => ({
    type: 'account',
    accountId,
    iban,
    bic: 'DEMOILITXXX',
    currency: 'EUR',
    ownerName: 'דנה לוי',
    name: 'Test account',
    product: 'Current',
    cashAccountType: 'CACC',
    status: 'enabled',
    usage: 'PRIV',
    openedOn: '2024-01-01',
    ...more,
  });

  it('is refused with each field and character; without them it is accepted, and in shekels as it stands', async () => {
    const texts = { creditorName: 'דנה לוי', remittanceInformationUnstructured: 'F-Droid (€)', endToEndIdentification: '/A//B/' };
    const refused = await payer.post(sepa, { ...inEuro, ...texts, requestedExecutionDate: '2020-01-01' });
    expect(refused).toAnswer(400, {
      tppMessages: [
        { code: 'PAYMENT_FAILED', path: '/creditorName', text: expect.stringContaining('cannot carry "ד" (U+05D3)') },
        { code: 'PAYMENT_FAILED', path: '/remittanceInformationUnstructured', text: expect.stringContaining('"€" (U+20AC)') },
        { code: 'PAYMENT_FAILED', path: '/endToEndIdentification' },
        { code: 'EXECUTION_DATE_INVALID' },
      ],
    });
    expect(await payer.post(sepa, { ...inEuro, creditorName: 'Dana Levi' })).toAnswer(201);
    expect(await payer.post('/v1.7/payments/masav', { ...inShekel, ...texts })).toAnswer(201);
  });

  it('is refused for an account outside SEPA, and accepted for one of this bank with any text', async () => {
    const own = await anAccount(bank, [], { ownerName: 'דנה לוי' });
    const to = (iban: string) => ({ ...inEuro, creditorAccount: { iban }, creditorName: 'Dana Levi' });
    for (const iban of [israeli('0109360000007869660'), 'TR330006100519786457841326'])
      expect(await payer.post(sepa, to(iban))).toAnswer(400, {
        tppMessages: [{ code: 'PAYMENT_FAILED', path: '/creditorAccount/iban', text: expect.stringContaining('accounts in SEPA') }],
      });
    for (const iban of [own.iban, israeli('0970000000000000019'), 'AL47212110090000000235698741'])
      expect(await payer.post(sepa, to(iban))).toAnswer(201);
    expect(await payer.post(sepa, { ...to(own.iban), creditorName: 'דנה לוי' })).toAnswer(201);
  });

  it('is not approved from an account whose owner has no Latin name at the bank; with one, the message carries it', async () => {
    const account = await anAccount(bank, [customer], { ownerName: 'דנה לוי' });
    const core = new TestFeed(bank);
    const request = { ...inEuro, debtorAccount: { iban: account.iban } };
    const paymentId = await created(request);
    await expect(approve(paymentId)).rejects.toThrow('in Latin letters');
    expect(await payer.get(`${sepa}/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RCVD' });

    const mistaken = new TestFeed(bank);
    expect(await mistaken.send(mistaken.step([rowOf(account, { ownerLatinName: 'Dana Lévi' })]))).toAnswer(200, {
      sources: [{ applied: 0, stopped: { field: 'ownerLatinName' } }],
    });
    await core.take(rowOf(account, { ownerLatinName: 'Dana Levi' }));
    await approve(paymentId);
    expect(await statusAfter(payer, `${sepa}/${paymentId}`, ['ACTC', 'ACFC', 'ACSP'])).toBe('ACSC');
    expect(await debtorIn(paymentId)).toBe('Dana Levi');

    await core.take(rowOf(account, {}));
    const inside = await created({ ...request, creditorAccount: { iban: (await anAccount(bank, [])).iban } });
    await approve(inside);
    expect(await statusAfter(payer, `${sepa}/${inside}`, ['ACTC', 'ACFC', 'ACSP'])).toBe('ACCC');
  });

  it('is executed as before if it was accepted and approved before the bank had the rule', async () => {
    const account = await anAccount(bank, [customer]);
    const waiting = { ...inEuro, debtorAccount: { iban: account.iban } };
    const paymentId = await created(waiting);
    const database = bank.database('ais-pis');
    await database.query(`update payment set request = request || '{"creditorName":"דנה לוי"}' where payment_id = $1`, [paymentId]);
    await approve(paymentId);
    expect(await statusAfter(payer, `${sepa}/${paymentId}`, ['ACTC', 'ACFC', 'ACSP'])).toBe('ACSC');
    expect(await payer.get(`${sepa}/${paymentId}`)).toAnswer(200, { creditorName: 'דנה לוי' });
  });
});
