import { runningBank } from '@open-banking/testing';
import { aCustomer, anAccount } from './a-customer.js';
import { notificationReceivers, statusesOf } from './a-notification-receiver.js';
import { inEuro } from './a-payment.js';

describe('a client that gives TPP-Notification-URI with a payment', () => {
  const bank = runningBank();
  const { receiving, clientOf, settled } = notificationReceivers(bank);

  it('is notified of the outcome of a payment', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const payer = await client.withClientToken('payments', 'PIS');
    const body = { ...inEuro, debtorAccount: { iban: account.iban } };
    const created = await payer.post('/v1.7/payments/sepa-credit-transfers', body, {
      headers: { 'tpp-notification-uri': `${receiver.origin}/told` },
    });
    expect(created).toAnswer(201);
    expect(created.headers['aspsp-notification-support']).toBe('true');
    const { paymentId } = created.body as { paymentId: string };
    await expect(client.approvedBy(customer, 'payments', `PIS:${paymentId}`, { refuse: true })).rejects.toThrow(/access_denied/);
    await receiver.waitFor(1);
    expect(receiver.received[0]!.body).toEqual({ paymentId, transactionStatus: 'RJCT', reasonCode: expect.any(String) });
    expect(
      await payer.post('/v1.7/payments/sepa-credit-transfers', body, { headers: { 'tpp-notification-uri': 'https://tpp.example/told' } }),
    ).toAnswer(201, { tppMessages: [{ code: 'WARNING' }] });
  });

  it('is notified of each status of an executed payment, or only of the last one', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const [debtor, creditor] = [await aCustomer(bank), await aCustomer(bank)];
    const [from, to] = [await anAccount(bank, [debtor]), await anAccount(bank, [creditor])];
    const payer = await client.withClientToken('payments', 'PIS');
    const pay = async (content: string): Promise<string> => {
      const created = await payer.post(
        '/v1.7/payments/sepa-credit-transfers',
        { ...inEuro, debtorAccount: { iban: from.iban }, creditorAccount: { iban: to.iban } },
        { headers: { 'tpp-notification-uri': `${receiver.origin}/told`, 'tpp-notification-content-preferred': content } },
      );
      expect(created).toAnswer(201);
      const { paymentId } = created.body as { paymentId: string };
      await client.approvedBy(debtor, 'payments', `PIS:${paymentId}`);
      return paymentId;
    };
    const [every, last] = [await pay('status=PROCESS'), await pay('status=LAST')];
    await settled(every, 4);
    await settled(last, 1);
    const toldOf = (paymentId: string) => statusesOf(receiver.received.filter(({ body }) => body['paymentId'] === paymentId));
    expect(toldOf(every)).toEqual(['ACTC', 'ACFC', 'ACSP', 'ACCC']);
    expect(toldOf(last)).toEqual(['ACCC']);
  });
});
