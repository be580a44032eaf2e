import { daysAgo, runningBank, type ConsentedCaller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { aCustomer, anAccount, entries, pending, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';

interface Report {
  readonly booked?: { entryReference: string }[];
  readonly pending?: { entryReference: string }[];
  readonly _links: Record<string, { href: string }>;
}

describe('GET /v1.7/accounts/{account-id}/transactions', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  beforeAll(async () => {
    client = await bank.client();
    customer = await aCustomer(bank);
    await anAccount(bank, [customer]);
    // Everything the customer has, now and later: the account of each test.
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  const transactionsPath = ({ accountId }: TestAccount) => `/v1.7/accounts/${accountId}/transactions`;
  const reportLinks = (body: { transactions: Report }) => body.transactions._links;
  const shown = (pages: readonly { body: { transactions: Report } }[]) =>
    pages
      .flatMap(({ body: { transactions } }) => [...(transactions.pending ?? []), ...(transactions.booked ?? [])])
      .map(({ entryReference }) => entryReference);

  it('lists booked entries, newest first, with all their details', async () => {
    const account = await anAccount(bank, [customer]);
    const [newest] = await entries(bank, account, 3);
    const path = transactionsPath(account);
    const answer = await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}`);
    expect(answer).toAnswer(200, { account: { iban: account.iban, currency: 'EUR' } });
    expect(answer.body.balances).toBeUndefined();
    expect(answer.body.transactions.booked).toHaveLength(3);
    expect(answer.body.transactions.booked[0]).toEqual({
      transactionId: newest,
      entryReference: newest,
      bookingDate: daysAgo(0),
      valueDate: daysAgo(0),
      transactionAmount: { currency: 'EUR', amount: '-1.50' },
      creditorName: 'Shop',
      remittanceInformationUnstructured: 'Entry 2',
      bankTransactionCode: 'PMNT-ICDT-ESCT',
      balanceAfterTransaction: { balanceType: 'interimBooked', balanceAmount: { currency: 'EUR', amount: '100.00' } },
    });
    expect(answer.body.transactions._links).toEqual({
      account: { href: `/v1.7/accounts/${account.accountId}` },
      first: { href: `${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}` },
    });
  });

  it("includes the balance after an entry only with permission to read that account's balances, and the owner's name only with permission for it", async () => {
    const [own, other] = [await anAccount(bank, [customer]), await anAccount(bank, [customer])];
    for (const account of [own, other]) await entries(bank, account, 1);
    await bank.database('ais-pis').query(
      `
      insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, debtor_name, debtor_account, creditor_name, ultimate_debtor)
      select account_id, booking_date - 1, '0000000000000007', booking_date, now(), -1, 101.50, 'PMNT-RDDT-ESDD', 'T. Owner', jsonb_build_object('iban', $2::text), 'City Power', 'Test Owner' from entry where account_id = $1`,
      [own.accountId, own.iban],
    );
    const [whose, references] = [[{ iban: own.iban }], [{ iban: own.iban }, { iban: other.iban }]];
    const shownOf = async (access: object, account: TestAccount) =>
      (
        await (
          await client.consentedBy(customer, access as never)
        ).get(`/v1.7/accounts/${account.accountId}/transactions?bookingStatus=both&dateFrom=${daysAgo(10)}`)
      ).body.transactions.booked as Record<string, unknown>[];
    const balanced = (rows: readonly Record<string, unknown>[]) => rows.map((row) => 'balanceAfterTransaction' in row);

    expect(balanced(await shownOf({ transactions: whose }, own))).toEqual([false, false]);
    expect(balanced(await shownOf({ transactions: references, balances: whose }, own))).toEqual([true, true]);
    expect(balanced(await shownOf({ transactions: references, balances: whose }, other))).toEqual([false]);
    const [, collected] = await shownOf({ transactions: whose }, own);
    expect(collected).toMatchObject({ creditorName: 'City Power', debtorAccount: { iban: own.iban } });
    expect(collected).not.toHaveProperty('debtorName');
    expect(collected).not.toHaveProperty('ultimateDebtor');
    expect((await shownOf({ transactions: whose, additionalInformation: { ownerName: whose } }, own))[1]).toMatchObject({
      debtorName: 'T. Owner',
      ultimateDebtor: 'Test Owner',
    });
  });

  it("keeps a transaction's id from pending to booked, also if both were loaded", async () => {
    const account = await anAccount(bank, [customer]);
    const [announced] = await pending(bank, account, 1, 'CORE-2026-17');
    const path = transactionsPath(account);
    const shownOf = async () => (await permitted.get(`${path}?bookingStatus=both&dateFrom=${daysAgo(10)}`)).body.transactions as Report;
    const [before] = (await shownOf()).pending!;
    expect(before).toMatchObject({ transactionId: 'CORE-2026-17', entryReference: announced });
    await bank.database('ais-pis').query('delete from pending_entry where account_id = $1', [account.accountId]);
    const [booked] = await entries(bank, account, 1, { transactionId: 'CORE-2026-17' });
    const after = await shownOf();
    expect(after.pending).toEqual([]);
    expect(after.booked).toMatchObject([{ transactionId: 'CORE-2026-17', entryReference: booked }]);
  });

  it('can be followed to the end by its links, with each entry once, while new ones are booked', async () => {
    const account = await anAccount(bank, [customer]);
    const all = await entries(bank, account, 25, { aDay: 10 });
    const path = transactionsPath(account);
    const first = await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(30)}&limit=7`);
    expect(reportLinks(first.body)['next']!.href).toMatch(/^\/v1\.7\//);
    await entries(bank, account, 5, { from: 1_000, aDay: 10 });
    const rest = await permitted.pages(reportLinks(first.body)['next']!.href, reportLinks);
    expect(shown([first, ...rest])).toEqual(all);
    expect(shown([await permitted.get(reportLinks(first.body)['first']!.href)])).toHaveLength(7);
    expect(shown(await permitted.pages(reportLinks(rest[0]!.body)['first']!.href, reportLinks))).toHaveLength(30);
  });

  it('shows pending entries before booked ones, through all pages', async () => {
    const account = await anAccount(bank, [customer]);
    const booked = await entries(bank, account, 6);
    const announced = await pending(bank, account, 5);
    const path = transactionsPath(account);
    const pages = await permitted.pages(`${path}?bookingStatus=both&dateFrom=${daysAgo(30)}&limit=4`, reportLinks);
    expect(pages).toHaveLength(3);
    expect(shown(pages)).toEqual([...announced, ...booked]);
    expect(pages.every(({ body }) => Array.isArray(body.transactions.booked) && Array.isArray(body.transactions.pending))).toBe(true);
    expect(pages[0]!.body.transactions.pending[0]).not.toHaveProperty('bookingDate');
    const alone = await permitted.pages(`${path}?bookingStatus=pending&limit=4`, reportLinks);
    expect(shown(alone)).toEqual(announced);
    expect(alone[0]!.body.transactions).not.toHaveProperty('booked');
  });

  it('returns an empty list of standing orders, which the bank does not offer', async () => {
    const account = await anAccount(bank, [customer]);
    await entries(bank, account, 2);
    const path = transactionsPath(account);
    expect((await permitted.get(`${path}?bookingStatus=information`)).body.transactions).toEqual({
      information: [],
      _links: { account: expect.anything(), first: { href: `${path}?bookingStatus=information` } },
    });
    const all = await permitted.get(`${path}?bookingStatus=all&dateFrom=${daysAgo(5)}`);
    expect(all).toAnswer(200, { transactions: { information: [], pending: [], booked: [{}, {}] } });
  });

  it('returns an empty list for an account or a period without entries', async () => {
    const account = await anAccount(bank, [customer]);
    const path = transactionsPath(account);
    expect((await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(5)}`)).body.transactions.booked).toEqual([]);
    await entries(bank, account, 2);
    const before = await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(20)}&dateTo=${daysAgo(10)}`);
    expect(before.body.transactions.booked).toEqual([]);
    expect(
      (await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(0)}&dateTo=${daysAgo(0)}`)).body.transactions.booked,
    ).toHaveLength(1);
  });

  it('adds balances on request', async () => {
    const account = await anAccount(bank, [customer]);
    const path = transactionsPath(account);
    expect(await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(5)}&withBalance=true`)).toAnswer(200, {
      balances: [{ balanceType: 'closingBooked' }, {}, {}, { balanceType: 'interimBooked' }],
    });
    const without = await client.consentedBy(customer, { transactions: [{ iban: account.iban }] });
    expect(await without.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(5)}&withBalance=true`)).toAnswer(401, {
      tppMessages: [{ code: 'CONSENT_INVALID' }],
    });
  });

  it.each([
    ['', ['bookingStatus', 'FORMAT_ERROR'], ['dateFrom', 'FORMAT_ERROR']],
    ['bookingStatus=booked', ['dateFrom', 'FORMAT_ERROR']],
    [
      'bookingStatus=some&dateFrom=2026-02-30&limit=0',
      ['bookingStatus', 'FORMAT_ERROR'],
      ['limit', 'FORMAT_ERROR'],
      ['dateFrom', 'PERIOD_INVALID'],
    ],
    ['bookingStatus=booked&dateFrom=2001-01-01', ['dateFrom', 'PERIOD_INVALID']],
    [`bookingStatus=booked&dateFrom=${daysAgo(1)}&dateTo=${daysAgo(2)}`, ['dateFrom', 'PERIOD_INVALID']],
    [
      'bookingStatus=pending&deltaList=true&entryReferenceFrom=1&limit=501',
      ['entryReferenceFrom', 'FORMAT_ERROR'],
      ['limit', 'FORMAT_ERROR'],
      ['deltaList', 'PARAMETER_NOT_CONSISTENT'],
      ['bookingStatus', 'PARAMETER_NOT_CONSISTENT'],
    ],
    ['bookingStatus=pending&page=2&bookingStatus=booked', ['bookingStatus', 'FORMAT_ERROR'], ['page', 'FORMAT_ERROR']],
    ['bookingStatus=pending&cursor=abcd', ['cursor', 'FORMAT_ERROR']],
  ])('reports all faults of "%s" at once', async (query, ...faults) => {
    const account = await anAccount(bank, [customer]);
    const path = transactionsPath(account);
    const answer = await permitted.get(`${path}?${query}`);
    expect(answer).toAnswer(400);
    expect(answer.body.tppMessages.map((message: { path: string; code: string }) => [message.path, message.code])).toEqual(faults);
  });

  it('names the allowed days for a period out of range', async () => {
    const account = await anAccount(bank, [customer]);
    const path = transactionsPath(account);
    const answer = await permitted.get(`${path}?bookingStatus=booked&dateFrom=2001-01-01`);
    expect(answer.body.tppMessages[0].text).toMatch(/Days from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d are served/);
  });

  it('accepts a cursor only for the list, filters and consent that it was issued for', async () => {
    const account = await anAccount(bank, [customer]);
    await entries(bank, account, 5);
    const path = transactionsPath(account);
    const first = await permitted.get(`${path}?bookingStatus=booked&dateFrom=${daysAgo(30)}&limit=2`);
    const next = reportLinks(first.body)['next']!.href;
    expect(await permitted.get(next)).toAnswer(200);
    const another = (await client.consentedBy(customer, { transactions: [{ iban: account.iban }], balances: [{ iban: account.iban }] }))
      .paced;
    const foreign = [
      another.get(next),
      permitted.get(next.replace(daysAgo(30), daysAgo(29))),
      // All six bits of the last character but one count, of the last one not always.
      permitted.get(next.replace(/.(?=.$)/, (one) => (one === 'A' ? 'B' : 'A'))),
    ];
    for (const answer of await Promise.all(foreign))
      expect(answer).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'cursor' }] });
    expect(shown([await permitted.get(next.replace('limit=2', 'limit=3'))])).toHaveLength(3);
  });

  it('is a table or a statement of the whole period up to 2,000 entries, and goes on by Link', async () => {
    const account = await anAccount(bank, [customer]);
    const references = await entries(bank, account, 2_001, { aDay: 100 });
    const path = transactionsPath(account);
    const list = `${path}?bookingStatus=booked&dateFrom=${daysAgo(60)}`;
    for (const [accept, entry] of [
      ['text/csv', /^booked,(\d{16}),/gm],
      ['application/xml', /<NtryRef>(\d{16})</g],
    ] as const) {
      const first = await permitted.get(list, { headers: { accept } });
      expect(first).toAnswer(200);
      const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))![1]!;
      const last = await permitted.get(next, { headers: { accept } });
      expect(last.headers['link'] ?? '').not.toContain('rel="next"');
      const inOrder = accept === 'application/xml' ? references.toReversed() : references;
      expect([first, last].map(({ text }) => [...text.matchAll(entry)].map(([, reference]) => reference))).toEqual([
        inOrder.slice(0, 2_000),
        inOrder.slice(2_000),
      ]);
    }
  });

  it('has no formula in a table and no element in a statement that somebody wrote into a text', async () => {
    const account = await anAccount(bank, [customer]);
    await bank.database('ais-pis').query(
      `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, creditor_name, remittance_unstructured)
      values ($1, $2, '0000000000000001', $2, now(), -1, 99, 'PMNT-ICDT-ESCT', $3, $4)`,
      [account.accountId, daysAgo(1), '=HYPERLINK("http://192.0.2.1","Shop")', '</Ustrd><Ntry> & "\u000b"'],
    );
    const path = transactionsPath(account);
    const list = `${path}?bookingStatus=booked&dateFrom=${daysAgo(10)}`;
    const table = await permitted.get(list, { headers: { accept: 'text/csv' } });
    expect(table.text).toContain(`,"'=HYPERLINK(""http://192.0.2.1"",""Shop"")",`);
    const statement = await permitted.get(list, { headers: { accept: 'application/xml' } });
    expect(statement.text).toContain('<Ustrd>&lt;/Ustrd&gt;&lt;Ntry&gt; &amp; &quot;&quot;</Ustrd>');
    expect((await permitted.get(list)).body.transactions.booked[0].creditorName).toBe('=HYPERLINK("http://192.0.2.1","Shop")');
  });
});
