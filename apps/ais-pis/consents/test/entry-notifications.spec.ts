import { daysAgo, runningBank, TestFeed, until, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount, pending } from '@open-banking/ais-pis-testing/a-customer';
import { entry, feedAccount } from '@open-banking/ais-pis-testing/a-fed-account';
import { notificationReceivers, notificationsIn } from '@open-banking/ais-pis-testing/a-notification-receiver';

const asking = 'status=LAST,ENTRIES';

describe('a client that asks to be told of new entries', () => {
  const bank = runningBank(services);
  const core = new TestFeed(bank);
  const { receiving, clientOf } = notificationReceivers(bank);
  const database = () => bank.database('ais-pis');

  const consented = async (
    client: TestClient,
    to: string,
    own: Awaited<ReturnType<typeof feedAccount>>,
    access: object,
    preferred = asking,
  ) => {
    const body = { access, recurringIndicator: true, validUntil: daysAgo(-30), frequencyPerDay: 4, combinedServiceIndicator: false };
    const headers = { 'tpp-notification-uri': to, 'tpp-notification-content-preferred': preferred };
    const created = await (await client.withClientToken('consents', 'AIS')).paced.post('/v1.7/consents', body, { headers });
    expect(created).toAnswer(201);
    const { consentId } = created.body as { consentId: string };
    const token = await client.approvedBy(own.customer, 'consents', `AIS:${consentId}`);
    return { consentId, content: created.headers['aspsp-notification-content'], token };
  };
  const transactionsLink = (accountId: string) => ({ transactions: { href: `/v1.7/accounts/${accountId}/transactions` } });

  it('is told which account has some, and nothing else, after they are booked or announced; what follows at once is told together', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const own = await feedAccount(bank, core);
    const access = { transactions: [{ iban: own.iban }] };
    const { consentId, content } = await consented(client, `${receiver.origin}/told`, own, access);
    expect(content).toBe('status=LAST,ENTRIES');
    await core.take(entry(own.accountId, '1.00'), entry(own.accountId, '2.00'));
    const [first] = await receiver.waitFor(1);
    expect(first!.body).toEqual({ consentId, _links: transactionsLink(own.accountId) });
    for (const amount of ['3.00', '4.00', '5.00']) await core.take(entry(own.accountId, amount));
    await pending(bank, own, 1);
    await until(
      'all is told',
      async () => (await database().query('select from entry_news_due where consent_id = $1', [consentId])).rowCount === 0,
    );
    await receiver.waitFor(2);
    expect(notificationsIn(receiver.received).map(({ body }) => body)).toEqual([first!.body, first!.body]);
  });

  it('is told of accounts whose transactions the consent opens, those that come later included, and of no other', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const [everything, onlyBalances, unasked] = [
      await feedAccount(bank, core),
      await feedAccount(bank, core),
      await feedAccount(bank, core),
    ];
    const to = `${receiver.origin}/told`;
    await consented(client, to, everything, { allPsd2: 'allAccounts' });
    await consented(client, to, onlyBalances, { balances: [{ iban: onlyBalances.iban }] });
    const { content } = await consented(client, to, unasked, { transactions: [{ iban: unasked.iban }] }, 'status=LAST');
    expect(content).toBe('status=LAST');
    const stranger = await anAccount(bank, [await aCustomer(bank)]);
    for (const { accountId } of [onlyBalances, unasked, stranger]) await core.take(entry(accountId, '1.00'));
    const later = await anAccount(bank, [everything.customer]);
    await core.take(entry(later.accountId, '1.00'));
    await receiver.waitFor(1);
    await core.take(entry(everything.accountId, '1.00'));
    await receiver.waitFor(2);
    expect(notificationsIn(receiver.received).map(({ body }) => body['_links'])).toEqual(
      [later, everything].map((one) => transactionsLink(one.accountId)),
    );
  });

  it('is told again until its server answers, and no more once the consent has ended', async () => {
    const receiver = await receiving();
    const client = await clientOf(receiver);
    const own = await feedAccount(bank, core);
    const { consentId } = await consented(client, `${receiver.origin}/told`, own, { transactions: [{ iban: own.iban }] });
    await core.take(entry(own.accountId, '1.00'));
    const rows = async () =>
      (
        await database().query<{ status: string; attempts: number; delivered: boolean; last_problem: string; settled_at: Date | null }>(
          `select * from notification where subject_id = $1 and status = 'newEntries'`,
          [consentId],
        )
      ).rows;
    await until('it is tried', async () => (await rows()).some(({ attempts }) => attempts > 0));
    await core.take(entry(own.accountId, '2.00'));
    expect(await rows()).toMatchObject([{ settled_at: null }]);
    await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`);
    await until('it is given up', async () => (await rows()).every(({ settled_at }) => settled_at !== null));
    expect(await rows()).toMatchObject([{ delivered: false, last_problem: 'the consent has ended' }]);
    await core.take(entry(own.accountId, '3.00'));
    await until(
      'nothing waits',
      async () => (await database().query('select from entry_news_due where consent_id = $1', [consentId])).rowCount === 0,
    );
    expect(await rows()).toHaveLength(1);
  });

  it('may ask for it of consents only: of a payment it is told the status alone', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const body = {
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
    };
    const headers = { 'tpp-notification-uri': `${receiver.origin}/told`, 'tpp-notification-content-preferred': 'status=ENTRIES' };
    const payer = await client.withClientToken('payments', 'PIS');
    const created = await payer.post('/v1.7/payments/sepa-credit-transfers', body, { headers });
    expect(created).toAnswer(201);
    expect(created.headers['aspsp-notification-content']).toBe('status=PROCESS');
    const twice = { ...headers, 'tpp-notification-content-preferred': 'status=ENTRIES,ENTRIES' };
    expect(await payer.post('/v1.7/payments/sepa-credit-transfers', body, { headers: twice })).toAnswer(400);
  });
});
