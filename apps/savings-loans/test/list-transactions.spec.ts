import { randomUUID } from 'node:crypto';
import { daysAgo, newCustomer, runningBank, type HttpResponse, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aContract, entries, kinds, pending, type TestContract } from './a-contract.js';

interface Report {
  readonly booked?: { entryReference: string }[];
  readonly pending?: { entryReference: string }[];
  readonly _links: Record<string, { href: string }>;
}

describe.each(Object.values(kinds))('GET $list/{id}/transactions', (kind) => {
  const bank = runningBank(['ais-pis', 'savings-loans']);
  let customer: TestCustomer;
  let permitted: ConsentedCaller;
  const contractWith = async (
    count: number,
    given?: { from?: number; aDay?: number },
  ): Promise<TestContract & { list: string; references: string[] }> => {
    const contract = await aContract(bank, kind, [customer]);
    return { ...contract, list: `${contract.path}/transactions`, references: await entries(bank, kind, contract, count, given) };
  };
  const reportLinks = (body: { transactions: Report }) => body.transactions._links;
  const transactionReport = ({ body }: HttpResponse): Report => (body as { transactions: Report }).transactions;
  const shown = (pages: readonly HttpResponse[]) =>
    pages.flatMap((page) => transactionReport(page).booked!.map(({ entryReference }) => entryReference));
  const refusal = (code: string, path: string) => ({ tppMessages: [{ code, path }] });

  beforeAll(async () => {
    customer = await newCustomer(bank);
    await aContract(bank, kind, [customer]);
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('lists booked entries, newest first, with their purpose', async () => {
    const {
      path,
      list,
      bban,
      references: [newest, oldest],
    } = await contractWith(2);
    const { body } = await permitted.get(list);
    expect(body[kind.one]).toEqual({ bban, currency: 'EUR' });
    expect(body.transactions._links).toEqual({ account: { href: path }, first: { href: list } });
    expect(body.transactions.booked).toEqual([
      {
        transactionId: newest,
        entryReference: newest,
        bookingDate: daysAgo(0),
        valueDate: daysAgo(0),
        transactionAmount: { currency: 'EUR', amount: kind.amount },
        bankTransactionCode: 'PMNT',
        proprietaryBankTransactionCode: kind.code,
        balanceAfterTransaction: {
          balanceType: 'interimBooked',
          balanceAmount: { currency: 'EUR', amount: kind.amount },
          referenceDate: daysAgo(0),
        },
      },
      expect.objectContaining({ entryReference: oldest }),
    ]);
  });

  it("includes the balance after an entry only with permission to read that account's balances, and the owner's name only with permission for it", async () => {
    const [contract, other] = [await contractWith(1), await contractWith(1)];
    await bank
      .database('savings-loans')
      .query(
        `update ${kind.table}_entry set debtor_name = 'Test Owner', debtor_account = '{"iban":"DE89370400440532013000"}', creditor_name = 'Somebody' where account_id = $1`,
        [contract.accountId],
      );
    const reference = (of: TestContract) => ({ bban: of.bban });
    const shownTo = async (access: object, { path }: TestContract) => {
      const reader = await (await bank.client()).consentedBy(customer, access as never);
      return transactionReport(await reader.get(`${path}/transactions`)).booked![0] as unknown as Record<string, unknown>;
    };
    const both = [contract, other].map(reference);
    const entry = await shownTo({ transactions: both, balances: [reference(other)] }, contract);
    expect(entry).toMatchObject({ creditorName: 'Somebody', debtorAccount: { iban: 'DE89370400440532013000' } });
    expect(entry).not.toHaveProperty('balanceAfterTransaction');
    expect(entry).not.toHaveProperty('debtorName');
    expect(await shownTo({ transactions: both, balances: [reference(other)] }, other)).toHaveProperty('balanceAfterTransaction');
    expect(await shownTo({ transactions: both, additionalInformation: { ownerName: [reference(contract)] } }, contract)).toMatchObject({
      debtorName: 'Test Owner',
    });
  });

  it("keeps a transaction's id from pending to booked", async () => {
    const contract = await aContract(bank, kind, [customer]);
    await pending(bank, kind, contract, 1, 'CORE-17');
    const list = `${contract.path}/transactions?bookingStatus=both`;
    expect(transactionReport(await permitted.get(list))).toMatchObject({
      pending: [{ transactionId: 'CORE-17', entryReference: '0000000000900001' }],
      booked: [],
    });
    await bank.database('savings-loans').query(`delete from ${kind.table}_pending_entry where account_id = $1`, [contract.accountId]);
    const [booked] = await entries(bank, kind, contract, 1, { transactionId: 'CORE-17' });
    expect(transactionReport(await permitted.get(list))).toMatchObject({
      pending: [],
      booked: [{ transactionId: 'CORE-17', entryReference: booked }],
    });
  });

  it('returns the lists requested by booking status, each with a first link', async () => {
    const contract = await contractWith(2);
    await pending(bank, kind, contract, 1);
    const empty = await aContract(bank, kind, [customer]);
    const counts = async (path: string, status: string) => {
      const { booked, pending: announced, _links } = transactionReport(await permitted.get(`${path}/transactions?bookingStatus=${status}`));
      expect(await permitted.get(_links['first']!.href)).toAnswer(200);
      return [booked?.length, announced?.length];
    };
    expect(await counts(contract.path, 'booked')).toEqual([2, undefined]);
    expect(await counts(contract.path, 'pending')).toEqual([undefined, 1]);
    expect(await counts(contract.path, 'both')).toEqual([2, 1]);
    expect(await counts(contract.path, 'all')).toEqual([2, 1]);
    expect(await counts(contract.path, 'information')).toEqual([undefined, undefined]);
    expect(await counts(empty.path, 'both')).toEqual([0, 0]);
  });

  it('returns links to the last page, without gaps or duplicates while new entries are booked', async () => {
    const contract = await contractWith(25, { aDay: 10 });
    const first = await permitted.get(`${contract.list}?limit=7`);
    await entries(bank, kind, contract, 5, { from: 1_000, aDay: 10 });
    const rest = await permitted.pages(reportLinks(first.body)['next']!.href, reportLinks);
    expect(shown([first, ...rest])).toEqual(contract.references);
    expect(shown(await permitted.pages(reportLinks(rest[0]!.body)['first']!.href, reportLinks))).toHaveLength(30);
  });

  it('accepts a cursor only for the list that issued it, unchanged', async () => {
    const [contract, other] = [await contractWith(3), await contractWith(3)];
    const next = reportLinks((await permitted.get(`${contract.list}?limit=1`)).body)['next']!.href;
    const cursor = new URL(next, bank.baseUrl).searchParams.get('cursor')!;
    expect(await permitted.get(next)).toAnswer(200);
    const stranger = await (await bank.client()).consentedBy(customer);
    const refused = [
      await permitted.get(`${contract.list}?cursor=${cursor.slice(0, -2)}AA`),
      await permitted.get(`${other.list}?cursor=${cursor}`),
      await permitted.get(`${contract.list}?bookingStatus=pending&cursor=${cursor}`),
      await stranger.get(next),
    ];
    for (const answer of refused) expect(answer).toAnswer(400, refusal('FORMAT_ERROR', 'cursor'));
  });

  it('returns 90 days by default, and names the stored days', async () => {
    const { list } = await contractWith(100);
    expect(shown(await permitted.pages(list, reportLinks))).toHaveLength(91);
    expect(shown([await permitted.get(`${list}?dateTo=${daysAgo(-200)}`)])).toHaveLength(91);
    expect(shown([await permitted.get(`${list}?dateTo=${daysAgo(10)}`)])).toHaveLength(90);
    expect(shown([await permitted.get(`${list}?dateFrom=${daysAgo(99)}&limit=500`)])).toHaveLength(100);
    const refused = {
      code: 'PERIOD_INVALID',
      text: expect.stringMatching(new RegExp(`Days from \\d{4}-\\d{2}-\\d{2} to ${daysAgo(0)} are served`)),
    };
    for (const query of [`dateFrom=${daysAgo(1)}&dateTo=${daysAgo(2)}`, 'dateFrom=2026-02-30', 'dateFrom=2001-01-01']) {
      expect(await permitted.get(`${list}?${query}`)).toAnswer(400, { tppMessages: [refused] });
    }
  });

  it('adds the balances if the consent covers them, and refuses otherwise', async () => {
    const { list, bban } = await contractWith(1);
    expect((await permitted.get(list)).body).not.toHaveProperty('balances');
    expect(await permitted.get(`${list}?withBalance=true`)).toAnswer(200, { balances: expect.any(Array) });
    const without = await (await bank.client()).consentedBy(customer, { transactions: [{ bban }] });
    expect(await without.get(list)).toAnswer(200);
    expect(await without.get(`${list}?withBalance=true`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
  });

  it('reports all faults of a query at once, including unsupported and unknown parameters', async () => {
    const { list } = await contractWith(1);
    const { body } = await permitted.get(`${list}?entryReferenceFrom=1&deltaList=true&colour=red&limit=501&bookingStatus=late&dateFrom=x`);
    expect(body.tppMessages.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`).sort()).toEqual([
      'FORMAT_ERROR bookingStatus',
      'FORMAT_ERROR colour',
      'FORMAT_ERROR limit',
      'PARAMETER_NOT_SUPPORTED deltaList',
      'PARAMETER_NOT_SUPPORTED entryReferenceFrom',
      'PERIOD_INVALID dateFrom',
    ]);
  });

  it("answers another customer's id, an unknown id and a malformed id identically", async () => {
    const theirs = await aContract(bank, kind, [await newCustomer(bank)]);
    const answers = await Promise.all(
      [theirs.accountId, randomUUID(), 'not-an-id'].map((id) => permitted.get(`${kind.list}/${id}/transactions`)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});
