import { randomUUID } from 'node:crypto';
import { ReadCountsService } from '@open-banking/access/read-counts';
import { BankClock, openDatabase } from '@open-banking/database';
import {
  ConsentedCaller,
  daysAgo,
  runningBank,
  ThirdParty,
  type HttpResponse,
  type Caller,
  type CustomerResource,
} from '@open-banking/testing';
import { explainsEveryStatement, freshDatabase } from '@open-banking/testing/database';
import { anotherProcess } from '@open-banking/testing/bank';
import { services } from '@open-banking/spec';

const away = { headers: { 'psu-ip-address': '' } };
const statuses = (answers: readonly HttpResponse[]): number[] => answers.map(({ status }) => status);
const passed = (answers: readonly HttpResponse[]): number => answers.filter(({ status }) => status === 200).length;

describe('the limit of unattended reads of a consent', () => {
  const bank = runningBank(services);
  let cards: readonly CustomerResource[];
  let balances: string;
  const permittedTo = async (frequencyPerDay: number) => (await bank.client()).consentedBy(bank.demo, 'allPsd2', { frequencyPerDay });
  const inTurn = async (by: Caller, path: string, times: number): Promise<HttpResponse[]> => {
    const answers: HttpResponse[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await by.get(path, away));
    return answers;
  };

  beforeAll(() => {
    cards = bank.resources(bank.demo, 'card');
    balances = `/v1.7/cards/${cards[0]!.resourceId}/balances`;
  });

  it('applies per operation and resource; then 429 says when the oldest read expires', async () => {
    const permitted = await permittedTo(2);
    expect(statuses(await inTurn(permitted, '/v1.7/cards', 3))).toEqual([200, 200, 429]);
    expect(statuses(await inTurn(permitted, balances, 3))).toEqual([200, 200, 429]);
    const other = await (await bank.client()).consentedBy(bank.demo, 'allPsd2', { frequencyPerDay: 2 });
    expect(await other.get(balances, away)).toAnswer(200);

    const refused = await permitted.get(balances, away);
    expect(refused).toAnswer(429, {
      tppMessages: [
        {
          category: 'ERROR',
          code: 'ACCESS_EXCEEDED',
          text: expect.stringMatching(/^The consent permits 2 reads of this in 24 hours while the customer is away/),
        },
      ],
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(86_400 - 600);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });

  it('counts HEAD as the GET that it stands for', async () => {
    const permitted = await permittedTo(2);
    const heads = [];
    for (let time = 0; time < 3; time += 1) heads.push(await permitted.send('HEAD', balances, away));
    expect(statuses(heads)).toEqual([200, 200, 429]);
    expect(heads.map(({ text }) => text).join('')).toBe('');
    expect(statuses(await inTurn(permitted, balances, 1))).toEqual([429]);
  });

  it('does not count attended reads; an invalid customer address is refused', async () => {
    const permitted = await permittedTo(1);
    for (const address of ['192.0.2.7', '2001:db8::7'])
      expect(await permitted.get(balances, { headers: { 'psu-ip-address': address } })).toAnswer(200);
    expect(await permitted.get(balances, away)).toAnswer(200);
    expect(await permitted.get(balances, away)).toAnswer(429);
    for (const address of ['192.0.2.7', '::1'])
      expect(await permitted.get(balances, { headers: { 'psu-ip-address': address } })).toAnswer(200);
    for (const address of ['here', '192.0.2.256', '192.0.2.7, 192.0.2.8', '[::1]']) {
      expect(await permitted.get(balances, { headers: { 'psu-ip-address': address } })).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: 'PSU-IP-Address' }],
      });
    }
  });

  it('does not count refused reads; an exceeded limit is reported after validation errors and before any lookup', async () => {
    const permitted = await permittedTo(1);
    const refused = [
      `${balances}?colour=red`,
      `/v1.7/cards/${randomUUID()}/balances`,
      `/v1.7/cards/${cards[0]!.resourceId}/transactions?dateFrom=2026-02-30`,
    ];
    for (const path of [...refused, ...refused]) expect([400, 404]).toContain((await permitted.get(path, away)).status);
    const { rows } = await bank.database('cards').query('select operation from consent_read where consent_id = $1', [permitted.consentId]);
    expect(rows).toEqual([]);
    expect(statuses(await inTurn(permitted, balances, 2))).toEqual([200, 429]);
    expect(await permitted.get(`${balances}?colour=red`, away)).toAnswer(400);
  });

  it('does not count later pages of a list, but counts its first page again', async () => {
    const permitted = await permittedTo(1);
    const path = `/v1.7/cards/${cards[0]!.resourceId}/transactions?limit=5&dateFrom=${daysAgo(300)}`;
    const first = await permitted.get(path, away);
    expect(first).toAnswer(200);
    const next = async ({ body }: HttpResponse) => permitted.get(body.cardTransactions._links.next.href as string, away);
    const second = await next(first);
    expect(second).toAnswer(200);
    expect(await next(second)).toAnswer(200);
    expect(await permitted.get(path, away)).toAnswer(429);
    const altered = (first.body.cardTransactions._links.next.href as string).replace(/cursor=../, 'cursor=AA');
    expect(await permitted.get(altered, away)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'cursor' }] });
  });

  it('allows a one-off consent to read each operation and resource once', async () => {
    const once = await (await bank.client()).consentedBy(bank.demo, 'allPsd2', { recurringIndicator: false });
    const paths = [
      '/v1.7/cards',
      `/v1.7/cards/${cards[0]!.resourceId}`,
      balances,
      '/v1.7/accounts',
      '/v1.5/savings',
      '/v1.5/loans',
      '/v1.0/securities-accounts',
      '/loans',
    ];
    for (const path of paths) expect({ path, answers: statuses(await inTurn(once, path, 2)) }).toEqual({ path, answers: [200, 429] });
    expect(await once.get(balances)).toAnswer(200);
  });

  it('counts one account of loan services in any notation of its numbers', async () => {
    const permitted = await permittedTo(1);
    const { branchNumber, accountNumber } = bank.demo.accounts.find((resource) => resource.branchNumber !== undefined)!;
    expect(await permitted.get(`/account/${branchNumber}-${accountNumber}/loans`, away)).toAnswer(200);
    expect(await permitted.get(`/account/0${branchNumber}-0${accountNumber}/loans`, away)).toAnswer(429);
  });

  it('is exact for 20 reads at once, over two processes: 4 permitted, 4 pass', async () => {
    const second = await anotherProcess(bank, 'cards');
    try {
      for (let round = 0; round < 3; round += 1) {
        const client = await bank.client();
        const permitted = await client.consentedBy(bank.demo, 'allPsd2', { frequencyPerDay: 4 });
        const beside = new ConsentedCaller(
          new ThirdParty(second.baseUrl, client.client, client.from),
          permitted.token!,
          permitted.consentId,
        );
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, turn) => [permitted, beside][turn % 2]!.retrying.get(balances, away)),
        );
        expect(passed(answers)).toBe(4);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(16);
        expect(await permitted.get(balances, away)).toAnswer(429);
        expect(await beside.get(balances, away)).toAnswer(429);
      }
    } finally {
      await second.stop();
    }
  });
});

describe('the record of unattended reads', () => {
  it('is deleted 24 hours after the last read, and not before', async () => {
    const own = await freshDatabase('cards');
    const database = await openDatabase({
      url: own.serviceUrl,
      poolSize: 2,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
    });
    let offsetMs = 0;
    const counts = new ReadCountsService(database, new BankClock('Asia/Jerusalem', () => offsetMs));
    const read = { consentId: randomUUID(), operation: 'listCards', resource: '', perDay: 1 };
    try {
      await counts.count({ ...read, at: new Date() }, []);
      expect(await counts.forget()).toBe(0);
      offsetMs = 86_400_000 + 1_000;
      expect(await counts.forget()).toBe(1);
      expect(await counts.room({ ...read, at: new Date() })).toEqual([]);
    } finally {
      await database.close();
      await own.close();
    }
  });

  explainsEveryStatement('cards');
});
