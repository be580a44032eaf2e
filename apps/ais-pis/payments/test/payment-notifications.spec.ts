import { inDays, runningBank, TestFeed } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { notificationReceivers, receivedStatuses } from '@open-banking/ais-pis-testing/a-notification-receiver';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('a client that gives TPP-Notification-URI with a payment', () => {
  const bank = runningBank(['ais-pis']);
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
    const notifiedStatuses = (paymentId: string) =>
      receivedStatuses(receiver.received.filter(({ body }) => body['paymentId'] === paymentId));
    expect(notifiedStatuses(every)).toEqual(['ACTC', 'ACFC', 'ACSP', 'ACCC']);
    expect(notifiedStatuses(last)).toEqual(['ACCC']);
  });

  it('is notified with the status that it has when a payment that waits gets another day, and when it gets its own back', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const payer = await client.withClientToken('payments', 'PIS');
    const product = '/v1.7/payments/sepa-credit-transfers';
    const { rows } = await bank
      .database('ais-pis')
      .query<{ day: string }>(`select business_days_after('EUR', 'sepa-credit-transfers', $1::date, 0)::text as day`, [inDays(300)]);
    const { day } = rows[0]!;
    const [every, last] = await Promise.all(
      ['status=PROCESS', 'status=LAST'].map(async (content) => {
        const created = await payer.post(
          product,
          { ...inEuro, debtorAccount: { iban }, requestedExecutionDate: day },
          { headers: { 'tpp-notification-uri': `${receiver.origin}/told`, 'tpp-notification-content-preferred': content } },
        );
        expect(created).toAnswer(201);
        const { paymentId } = created.body as { paymentId: string };
        await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
        return paymentId;
      }),
    );
    await settled(every!, 2);
    const warned = async () => ((await payer.get(`${product}/${every!}/status`)).body as { tppMessages?: { text: string }[] }).tppMessages;
    expect(await warned()).toBeUndefined();
    const core = new TestFeed(bank);
    await core.take({ type: 'holiday', currency: 'EUR', day, name: 'A closing day' });
    await settled(every!, 3);
    expect(await warned()).toEqual([expect.objectContaining({ text: expect.stringContaining(`instead of ${day}`) })]);
    await core.take({ type: 'holiday', change: 'remove', currency: 'EUR', day });
    await settled(every!, 4);
    expect(await warned()).toBeUndefined();
    expect(receivedStatuses(receiver.received.filter(({ body }) => body['paymentId'] === every))).toEqual(['ACTC', 'PDNG', 'PDNG', 'PDNG']);
    expect(receiver.received.filter(({ body }) => body['paymentId'] === last)).toEqual([]);
  });
});
