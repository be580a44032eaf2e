import { daysAgo, runningBank, TestFeed, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount, entries, pending, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { entry, feedAccount, pending as fedPending } from '@open-banking/ais-pis-testing/a-fed-account';

describe('a statement of an account', () => {
  const bank = runningBank(['ais-pis']);
  const core = new TestFeed(bank);
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  beforeAll(async () => {
    customer = await aCustomer(bank);
    await anAccount(bank, [customer]);
    // Everything the customer has, now and later: the account of each test.
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });
  const transactionsPath = ({ accountId }: Pick<TestAccount, 'accountId'>) => `/v1.7/accounts/${accountId}/transactions`;

  it('ends with the last entry that was booked when its first page was asked for, and closes a day only when it is over', async () => {
    const account = await anAccount(bank, [customer]);
    const before = await entries(bank, account, 5);
    const path = transactionsPath(account);
    const camt = (asked: string) => permitted.get(asked, { headers: { accept: 'application/xml' } });
    const closings = (text: string) => [...text.matchAll(/<Cd>((?:CL|IT)BD)<.*?<Dt><Dt>([^<]+)/g)].map(([, code, day]) => [code, day]);
    const references = (text: string) => [...text.matchAll(/<NtryRef>(\d{16})</g)].map(([, reference]) => reference);
    const first = await camt(`${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}&limit=3`);
    expect(first).toAnswer(200);
    await entries(bank, account, 2, { from: 1_000, aDay: 2 });
    const last = await camt(/<([^>]+)>; rel="next"/.exec(String(first.headers['link']))![1]!);
    expect(last.headers['link'] ?? '').not.toContain('rel="next"');
    expect([first, last].flatMap(({ text }) => references(text))).toEqual(before.toReversed());
    expect(closings(last.text)).toEqual([['ITBD', daysAgo(0)]]);
    const [, until] = /<ToDtTm>([^<]+)/.exec(last.text)!;
    expect(new Date(until!) <= new Date()).toBe(true);

    const again = await camt(`${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}`);
    expect(references(again.text)).toHaveLength(7);
    expect(closings(again.text)).toEqual([['ITBD', daysAgo(0)]]);
    const yesterday = await camt(`${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}&dateTo=${daysAgo(1)}`);
    expect(closings(yesterday.text)).toEqual([['CLBD', daysAgo(1)]]);
    expect(yesterday.text).toMatch(new RegExp(`<ToDtTm>${daysAgo(1)}T23:59:59\\+0[23]:00<`));
  });

  it('lists pending entries as a statement by name alone, the oldest first, through all pages', async () => {
    const account = await anAccount(bank, [customer]);
    const [booked] = await entries(bank, account, 1);
    const announced = await pending(bank, account, 5);
    const path = transactionsPath(account);
    const camt = (asked: string) => permitted.get(asked, { headers: { accept: 'application/xml' } });
    const statuses = (text: string) =>
      [...text.matchAll(/<NtryRef>(\d{16})<.*?<Sts><Cd>(\w+)/g)].map(([, reference, status]) => [reference, status]);
    for (const status of ['both', 'all']) {
      const statement = await camt(`${path}?bookingStatus=${status}&dateFrom=${daysAgo(10)}`);
      expect(statuses(statement.text)).toEqual([[booked, 'BOOK']]);
      expect(statement.text).toContain(
        '<AddtlStmtInf>5 pending entries are not in this statement: ask for bookingStatus=pending.</AddtlStmtInf>',
      );
    }
    expect((await camt(`${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}`)).text).not.toContain('AddtlStmtInf');
    const first = await camt(`${path}?bookingStatus=pending&limit=3`);
    const last = await camt(/<([^>]+)>; rel="next"/.exec(String(first.headers['link']))![1]!);
    expect([first, last].flatMap(({ text }) => statuses(text))).toEqual(announced.toReversed().map((reference) => [reference, 'PDNG']));
  });

  it('of changes begins with the oldest entry, page by page, and its link leads to what is booked later', async () => {
    const {
      accountId,
      iban,
      customer: owner,
    } = await feedAccount(
      bank,
      core,
      (id) => entry(id, '100.00', { transactionId: 'salary' }),
      (id) => fedPending(id, '-5.00', 'lapses'),
      (id) => fedPending(id, '-30.00', 'paid later'),
    );
    const reader = (await (await bank.client()).consentedBy(owner, { transactions: [{ iban }], balances: [{ iban }] })).paced;
    const path = transactionsPath({ accountId });
    await core.take(...['x1', 'x2', 'x3', 'x4'].map((transactionId) => entry(accountId, '1.00', { transactionId })));
    const camt = async (asked: string) => {
      const answer = await reader.get(asked, { headers: { accept: 'application/xml' } });
      expect(answer).toAnswer(200);
      const { text } = answer;
      const link = (rel: string) => new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(answer.headers['link'] ?? ''))?.[1];
      const ids = [...text.matchAll(/<Ntry>.*?<AcctSvcrRef>([^<]+)/g)].map(([, id]) => id);
      const balances = [...text.matchAll(/<Bal>.*?<Amt Ccy="EUR">([^<]+)/g)].map(([, amount]) => amount);
      return { ids, balances, link, text };
    };
    const first = await camt(`${path}?bookingStatus=booked&deltaList=true&limit=3`);
    await core.take(entry(accountId, '1.00', { transactionId: 'x5' }));
    const second = await camt(first.link('next')!);
    expect([first.ids, second.ids]).toEqual([
      ['salary', 'x1', 'x2'],
      ['x3', 'x4'],
    ]);
    expect([first.balances, second.balances]).toEqual([
      ['0.00', '102.00'],
      ['102.00', '104.00'],
    ]);
    expect([first.link('changes'), second.link('next')]).toEqual([undefined, undefined]);
    const later = await camt(second.link('changes')!);
    expect([later.ids, later.balances]).toEqual([['x5'], ['104.00', '105.00']]);
    const nothing = await camt(later.link('changes')!);
    expect([nothing.ids, nothing.balances]).toEqual([[], ['105.00']]);

    const { entryReference } = (await reader.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(5)}`)).body.transactions.booked.at(-1);
    const after = await camt(`${path}?bookingStatus=both&entryReferenceFrom=${entryReference}`);
    expect([after.ids, after.balances]).toEqual([
      ['x1', 'x2', 'x3', 'x4', 'x5'],
      ['100.00', '105.00'],
    ]);
    expect(after.text).toContain('<AddtlStmtInf>2 pending entries are not in this statement');
  });
});
