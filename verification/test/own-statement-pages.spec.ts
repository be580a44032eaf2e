import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDays, runningBank, type ConsentedCaller } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { balanceDifferences } from '../src/reconciliation/balance-differences.js';
import { readStatements } from '../src/reconciliation/reconciliation.js';
import { StatementBooks } from './statement-books.js';

const timeZone = 'Asia/Jerusalem';
/** Ends before today: other tests may book on the demo customer's accounts meanwhile. */
const [from, to] = [inDays(-60), inDays(-2)];

describe('the pages of a statement of this bank', () => {
  const bank = runningBank(services);
  const books = new StatementBooks();
  let reader: ConsentedCaller;
  beforeAll(async () => {
    await books.start();
    reader = (await (await bank.client()).consentedBy(bank.demo, { allPsd2: 'allAccountsWithOwnerName' })).paced;
  });
  afterAll(() => books.stop());

  const pagesOf = async (path: string, limit: number): Promise<string[]> => {
    const pages: string[] = [];
    let next: string | undefined = `${path}?bookingStatus=both&dateFrom=${from}&dateTo=${to}&limit=${limit}`;
    while (next !== undefined) {
      const page = await reader.get(next, { headers: { accept: 'application/xml' } });
      expect(page).toAnswer(200);
      pages.push(page.text);
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    return pages;
  };

  it.each([
    ['account', '/v1.7/accounts', 20],
    ['saving', '/v1.5/savings', 1],
    ['loan', '/v1.5/loans', 1],
  ] as const)('of a demo %s agree in openbank reconcile, one after the other', async (kind, list, limit) => {
    const { resourceId } = bank.resources(bank.demo, kind)[0]!;
    const pages = await pagesOf(`${list}/${resourceId}/transactions`, limit);
    expect(pages.length).toBeGreaterThan(1);
    const files = pages.map((xml, at) => {
      const path = join(books.files.path, `${kind}-${at}.xml`);
      writeFileSync(path, xml);
      return path;
    });
    const { frames } = await readStatements(files, timeZone);
    expect(frames.map((frame) => [frame.from, frame.until, frame.page])).toEqual(pages.map((_, at) => [from, to, String(at + 1)]));
    expect(balanceDifferences(frames)).toEqual([]);
    expect(balanceDifferences(frames.toSpliced(0, 1))).toEqual([]);
    if (pages.length > 2) expect(balanceDifferences(frames.toSpliced(1, 1))).toMatchObject([{ kind: 'balance-does-not-follow' }]);
  });

  it('are loaded by openbank load, one after the other, as the entries that the list has', async () => {
    const { resourceId } = bank.resources(bank.demo, 'account')[0]!;
    const path = `/v1.7/accounts/${resourceId}/transactions`;
    const pages = await pagesOf(path, 20);
    const [, iban] = /<IBAN>([^<]+)/.exec(pages[0]!)!;
    const [, currency, amount, direction] = /<Cd>OPBD<.*?<Amt Ccy="(\w+)">([^<]+)<\/Amt><CdtDbtInd>(\w+)/.exec(pages[0]!)!;
    await books.loadLines(accountBefore(iban!, currency!, direction === 'DBIT' ? `-${amount}` : amount!));
    for (const page of pages) await books.load(page);
    const { booked } = (await reader.get(`${path}?bookingStatus=booked&dateFrom=${from}&dateTo=${to}&limit=500`)).body.transactions as {
      booked: { transactionId: string; bookingDate: string; transactionAmount: { amount: string }; balanceAfterTransaction: object }[];
    };
    expect(await books.entries(iban!)).toMatchObject(
      booked.toReversed().map((entry) => ({
        day: entry.bookingDate,
        amount: entry.transactionAmount.amount,
        balance: (entry.balanceAfterTransaction as { balanceAmount: { amount: string } }).balanceAmount.amount,
      })),
    );
    expect(booked.length).toBeGreaterThan(20);
  });
});

/** An account with this balance before the first day of the period. */
function accountBefore(iban: string, currency: string, booked: string) {
  const [psuId, accountId, day] = [randomUUID(), randomUUID(), inDays(-61)];
  const names = { bic: 'SOGEDEFFXXX', currency, ownerName: 'Ada', name: 'Giro', product: 'Giro', cashAccountType: 'CACC' };
  const sums = { booked, reserved: '0', incoming: '0', overdraft: '100000', bookedBefore: '0' };
  const entry = { entryReference: '0000000000000001', bookingDate: day, valueDate: day, bankTransactionCode: 'PMNT-RCDT-ESCT' };
  return [
    { type: 'psu', psuId, login: `customer-${iban}`, loginSubject: psuId, name: 'Ada', language: 'en' },
    { type: 'account', accountId, iban, ...names, status: 'enabled', usage: 'PRIV', openedOn: '2020-01-02' },
    { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
    { type: 'accountBalance', accountId, ...sums, lastBookingDate: day, changedAt: `${day}T10:00:00Z` },
    { type: 'entry', accountId, ...entry, bookedAt: `${day}T08:00:00Z`, amount: booked, balanceAfter: booked },
  ];
}
