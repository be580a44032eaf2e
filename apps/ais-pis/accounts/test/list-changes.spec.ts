import { randomUUID } from 'node:crypto';
import { daysAgo, runningBank, TestFeed, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount, entries, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { entry, feedAccount, pending as fedPending } from '@open-banking/ais-pis-testing/a-fed-account';

interface Report {
  readonly booked?: { transactionId: string; entryReference: string }[];
  readonly pending?: { transactionId: string }[];
  readonly removed?: { transactionId: string }[];
  readonly _links: Record<string, { href: string }>;
}
const transactionIds = (list: readonly { transactionId: string }[] = []) => list.map(({ transactionId }) => transactionId);
const transactionReport = ({ body }: { body: { transactions: Report } }) => body.transactions;

describe('changes of an account', () => {
  const bank = runningBank(['ais-pis']);
  const core = new TestFeed(bank);

  const reading = async (customer: TestCustomer, { iban, accountId }: TestAccount) => {
    const client = await bank.client();
    const permitted = (await client.consentedBy(customer, { transactions: [{ iban }], balances: [{ iban }] })).paced;
    return { client, permitted, path: `/v1.7/accounts/${accountId}/transactions` };
  };
  const aFedAccount = async () => {
    const own = await feedAccount(
      bank,
      core,
      (id) => entry(id, '100.00', { transactionId: 'salary' }),
      (id) => fedPending(id, '-5.00', 'lapses'),
      (id) => fedPending(id, '-30.00', 'paid later'),
    );
    return { ...own, ...(await reading(own.customer, own)) };
  };
  const read = async (permitted: ConsentedCaller, path: string): Promise<Report> => {
    const answer = await permitted.get(path);
    expect(answer).toAnswer(200);
    return transactionReport(answer);
  };

  it('are what was booked, is pending and no longer is since the report whose link is followed; the same link says the same again', async () => {
    const { accountId, permitted, path } = await aFedAccount();
    const all = await read(permitted, `${path}?bookingStatus=both&deltaList=true`);
    expect([transactionIds(all.booked), transactionIds(all.pending), transactionIds(all.removed)]).toEqual([
      ['salary'],
      ['paid later', 'lapses'],
      [],
    ]);
    const { href } = all._links['changes']!;
    expect(await read(permitted, href)).toMatchObject({ booked: [], pending: [], removed: [] });

    await core.take(
      entry(accountId, '-31.00', { transactionId: 'paid later' }),
      entry(accountId, '-1.00', { transactionId: 'late', bookingDate: daysAgo(3) }),
      { type: 'pendingEntry', change: 'remove', accountId, transactionId: 'lapses' },
      fedPending(accountId, '-7.00', 'new'),
    );
    const changed = await read(permitted, href);
    expect([transactionIds(changed.booked), transactionIds(changed.pending)]).toEqual([['late', 'paid later'], ['new']]);
    expect(transactionIds(changed.removed).sort()).toEqual(['lapses', 'paid later']);
    expect(transactionReport(await permitted.get(href))).toMatchObject({
      booked: changed.booked,
      pending: changed.pending,
      removed: changed.removed,
    });

    await core.take(fedPending(accountId, '-8.00', 'new'));
    const later = await read(permitted, changed._links['changes']!.href);
    expect([transactionIds(later.booked), later.pending, later.removed]).toEqual([
      [],
      [expect.objectContaining({ transactionId: 'new', transactionAmount: { currency: 'EUR', amount: '-8.00' } })],
      [],
    ]);
  });

  it('go on where the last report ended if no link is followed; a request repeated with its X-Request-ID has the same report', async () => {
    const { accountId, permitted, path } = await aFedAccount();
    const plain = `${path}?bookingStatus=both&deltaList=true`;
    await read(permitted, plain);
    await core.take(entry(accountId, '1.00', { transactionId: 'first' }));
    const headers = { 'x-request-id': randomUUID() };
    const asked = await permitted.get(plain, { headers });
    expect(transactionIds(transactionReport(asked).booked)).toEqual(['first']);
    await core.take(entry(accountId, '2.00', { transactionId: 'second' }));
    expect(transactionIds(transactionReport(await permitted.get(plain, { headers })).booked)).toEqual(['second', 'first']);
    const sameId = { 'x-request-id': headers['x-request-id'].toUpperCase() };
    expect(transactionIds(transactionReport(await permitted.get(plain, { headers: sameId })).booked)).toEqual(['second', 'first']);
    expect(transactionIds((await read(permitted, plain)).booked)).toEqual([]);
    // Other lists, and whoever begins anew, have seen none of it.
    expect(transactionIds((await read(permitted, `${path}?bookingStatus=booked&deltaList=true`)).booked)).toEqual([
      'second',
      'first',
      'salary',
    ]);
    expect(transactionIds((await read(permitted, `${plain}&dateFrom=${daysAgo(2)}`)).booked)).toEqual(['second', 'first', 'salary']);
  });

  it('go on after a report of several pages only once its last page was read', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const references = await entries(bank, account, 5, { aDay: 5 });
    const { permitted, path } = await reading(customer, account);
    const plain = `${path}?bookingStatus=booked&deltaList=true&limit=2`;
    const first = await read(permitted, plain);
    expect(first._links).not.toHaveProperty('changes');
    const again = await read(permitted, plain);
    expect(transactionIds(again.booked)).toEqual(references.slice(0, 2));
    await entries(bank, account, 1, { from: 50 });
    const second = await read(permitted, again._links['next']!.href);
    const third = await read(permitted, second._links['next']!.href);
    expect([...transactionIds(second.booked), ...transactionIds(third.booked)]).toEqual(references.slice(2));
    expect(third._links).not.toHaveProperty('next');
    const after = ['0000000000000050'];
    expect(transactionIds((await read(permitted, plain)).booked)).toEqual(after);
    expect(transactionIds((await read(permitted, third._links['changes']!.href)).booked)).toEqual(after);
  });

  it('after an entry are what was booked later, with everything that is pending; the entry must be one of the account', async () => {
    const { accountId, permitted, path } = await aFedAccount();
    const [newest] = (await read(permitted, `${path}?bookingStatus=booked&dateFrom=${daysAgo(5)}`)).booked!;
    await core.take(
      entry(accountId, '1.00', { transactionId: 'b' }),
      entry(accountId, '2.00', { transactionId: 'c', bookingDate: daysAgo(3) }),
    );
    const after = `entryReferenceFrom=${newest!.entryReference}`;
    const both = await read(permitted, `${path}?bookingStatus=both&${after}`);
    expect([transactionIds(both.booked), transactionIds(both.pending), both.removed]).toEqual([
      ['c', 'b'],
      ['paid later', 'lapses'],
      undefined,
    ]);
    expect(both._links).not.toHaveProperty('changes');
    const page = await read(permitted, `${path}?bookingStatus=booked&${after}&limit=1`);
    expect([transactionIds(page.booked), transactionIds((await read(permitted, page._links['next']!.href)).booked)]).toEqual([
      ['c'],
      ['b'],
    ]);

    const another = await aFedAccount();
    const strange = (await read(another.permitted, `${another.path}?bookingStatus=booked&dateFrom=${daysAgo(5)}`)).booked![0]!;
    for (const reference of [strange.entryReference, '0999999999999999'])
      expect(await permitted.get(`${path}?bookingStatus=booked&entryReferenceFrom=${reference}`)).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: 'entryReferenceFrom' }],
      });
    expect(await permitted.get(`${another.path}?bookingStatus=booked&entryReferenceFrom=${strange.entryReference}`)).toAnswer(404);
  });

  it('are refused in combinations of which one would be ignored', async () => {
    const { permitted, path } = await aFedAccount();
    const { entryReference } = (await read(permitted, `${path}?bookingStatus=booked&dateFrom=${daysAgo(5)}`)).booked![0]!;
    const after = `entryReferenceFrom=${entryReference}`;
    for (const [query, code, at] of [
      [`bookingStatus=booked&${after}&deltaList=true`, 'PARAMETER_NOT_CONSISTENT', 'deltaList'],
      [`bookingStatus=booked&${after}&dateFrom=${daysAgo(2)}`, 'PARAMETER_NOT_CONSISTENT', 'dateFrom'],
      [`bookingStatus=booked&${after}&dateTo=${daysAgo(0)}`, 'PARAMETER_NOT_CONSISTENT', 'dateTo'],
      [`bookingStatus=booked&deltaList=true&dateTo=${daysAgo(0)}`, 'PARAMETER_NOT_CONSISTENT', 'dateTo'],
      [`bookingStatus=pending&${after}`, 'PARAMETER_NOT_CONSISTENT', 'bookingStatus'],
      ['bookingStatus=information&deltaList=true', 'PARAMETER_NOT_CONSISTENT', 'bookingStatus'],
      [`bookingStatus=both&deltaList=true&dateFrom=${daysAgo(-2)}`, 'PERIOD_INVALID', 'dateFrom'],
      [`bookingStatus=both&deltaList=yes&dateFrom=${daysAgo(2)}`, 'FORMAT_ERROR', 'deltaList'],
      ['bookingStatus=both&entryReferenceFrom=1', 'FORMAT_ERROR', 'entryReferenceFrom'],
      ['bookingStatus=both&deltaList=false', 'FORMAT_ERROR', 'dateFrom'],
    ] as const)
      expect({ query, answer: await permitted.get(`${path}?${query}`) }).toEqual({
        query,
        answer: expect.objectContaining({ status: 400, body: { tppMessages: [expect.objectContaining({ code, path: at })] } }),
      });
    for (const query of [
      `bookingStatus=all&${after}`,
      'bookingStatus=all&deltaList=true',
      `bookingStatus=both&deltaList=true&dateFrom=${daysAgo(2)}`,
    ])
      expect(await permitted.get(`${path}?${query}`)).toAnswer(200);
    expect(await permitted.get(`${path}?bookingStatus=booked&deltaList=false&dateFrom=${daysAgo(2)}`)).toAnswer(200);
  });

  it('have links that fit one account, list and consent', async () => {
    const { customer, iban, client, permitted, path } = await aFedAccount();
    const { href } = (await read(permitted, `${path}?bookingStatus=both&deltaList=true`))._links['changes']!;
    expect(await permitted.get(href.replace('both', 'booked'))).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'cursor' }] });
    expect(await permitted.get(`/v1.7/accounts/${randomUUID()}/transactions?bookingStatus=both&deltaList=true`)).toAnswer(404, {
      tppMessages: [{ code: 'RESOURCE_UNKNOWN' }],
    });
    const other = (await client.consentedBy(customer, { transactions: [{ iban }], balances: [{ iban }] })).paced;
    expect(await other.get(href)).toAnswer(400, { tppMessages: [{ path: 'cursor' }] });
    expect(transactionIds((await read(other, `${path}?bookingStatus=both&deltaList=true`)).booked)).toEqual(['salary']);
  });

  it('show balances after entries only under a consent that covers them, and the account balances beside them', async () => {
    const { customer, iban, client, path } = await aFedAccount();
    const balanced = await client.consentedBy(customer, { transactions: [{ iban }], balances: [{ iban }] });
    expect(await balanced.get(`${path}?bookingStatus=booked&deltaList=true&withBalance=true`)).toAnswer(200, {
      transactions: { booked: [{ balanceAfterTransaction: { balanceAmount: { amount: '100.00' } } }] },
      balances: [{}, {}, {}, {}],
    });
    const without = await client.consentedBy(customer, { transactions: [{ iban }] });
    const [shown] = (await read(without, `${path}?bookingStatus=booked&deltaList=true`)).booked!;
    expect(shown).not.toHaveProperty('balanceAfterTransaction');
    expect(await without.get(`${path}?bookingStatus=booked&deltaList=true&withBalance=true`)).toAnswer(401, {
      tppMessages: [{ code: 'CONSENT_INVALID' }],
    });
  });

  it('are a table with rows of status removed, and a camt.053 statement where nothing can be removed', async () => {
    const { accountId, permitted, path } = await aFedAccount();
    const csv = { headers: { accept: 'text/csv' } };
    const first = await permitted.get(`${path}?bookingStatus=both&deltaList=true`, csv);
    const [, changes] = /<([^>]+)>; rel="changes"/.exec(String(first.headers['link']))!;
    await core.take(
      { type: 'pendingEntry', change: 'remove', accountId, transactionId: 'lapses' },
      entry(accountId, '3.00', { transactionId: 'x' }),
    );
    const lines = String((await permitted.get(changes!, csv)).text).split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([['removed', 'lapses'], ['booked', 'x'], ['']]);
    const xml = { headers: { accept: 'application/xml' } };
    expect(await permitted.get(`${path}?bookingStatus=both&deltaList=true`, xml)).toAnswer(400, {
      tppMessages: [{ code: 'PARAMETER_NOT_CONSISTENT', path: 'deltaList' }],
    });
    const booked = await permitted.get(`${path}?bookingStatus=booked&deltaList=true`, xml);
    expect(booked).toAnswer(200);
    expect([...booked.text.matchAll(/<Sts><Cd>(\w+)/g)].map(([, status]) => status)).toEqual(['BOOK', 'BOOK']);
  });

  it('are a read each: without the customer, a link followed soon counts too, and a refused one reports nothing', async () => {
    const { customer, iban, client, accountId, path } = await aFedAccount();
    const absent = await client.consentedBy(customer, { transactions: [{ iban }] }, { frequencyPerDay: 2 });
    const away = { headers: { 'psu-ip-address': '' } };
    const plain = `${path}?bookingStatus=booked&deltaList=true`;
    const { href } = transactionReport(await absent.get(plain, away))._links['changes']!;
    await core.take(entry(accountId, '1.00', { transactionId: 'unread' }));
    expect(transactionIds(transactionReport(await absent.get(href, away)).booked)).toEqual(['unread']);
    expect(await absent.get(plain, away)).toAnswer(429);
    expect(transactionIds((await read(absent, plain)).booked)).toEqual(['unread']);
  });
});
