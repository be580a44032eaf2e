import { randomUUID } from 'node:crypto';
import { Decimal } from '@open-banking/messages';
import { inDays, referenceOf, runningBank, type ConsentedCaller, type HttpResponse } from '@open-banking/testing';
import { services } from '@open-banking/spec';

interface Entry {
  readonly transactionId: string;
  readonly entryReference?: string;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly transactionAmount: { readonly amount: string; readonly currency: string };
}
interface Lists {
  readonly booked?: Entry[];
  readonly pending?: Entry[];
  readonly _links: { readonly next?: { readonly href: string } };
}

/** Ends before today: other tests may book on the demo customer's accounts meanwhile. */
const aYear = `dateFrom=${inDays(-365)}&dateTo=${inDays(-2)}`;
const sum = (amounts: readonly string[]): string => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed(2);
const listsOf = ({ body }: HttpResponse): Lists => (body.transactions ?? body.cardTransactions) as Lists;

/** The elements of a name within XML as this bank writes it: no attributes but the currency, no comments. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inner]) => inner!);
const element = (xml: string, name: string): string | undefined => elements(xml, name)[0];
const signed = (xml: string): string => `${element(xml, 'CdtDbtInd') === 'DBIT' ? '-' : ''}${element(xml, 'Amt')}`;

/** The cells of a table by RFC 4180. */
const cellsOf = (csv: string): string[][] => {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break;
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ',') lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
};
const csvRecords = (csv: string): Record<string, string>[] => {
  const [names = [], ...rows] = cellsOf(csv);
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]!])));
};
const nextLink = ({ headers }: HttpResponse): string | undefined => /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];

const kinds = [
  { kind: 'account', list: '/v1.7/accounts', hasBalances: true },
  { kind: 'saving', list: '/v1.5/savings', hasBalances: true },
  { kind: 'loan', list: '/v1.5/loans', hasBalances: true },
  { kind: 'card', list: '/v1.7/cards', hasBalances: false },
] as const;

describe.each(kinds)('the statement of a demo $kind', ({ kind, list, hasBalances }) => {
  const bank = runningBank(services);
  let permitted: ConsentedCaller;
  let id: string;
  const statementPath = (query = `bookingStatus=both&${aYear}`): string => `${list}/${id}/transactions?${query}`;
  const camt = (path: string, as = permitted) => as.get(path, { headers: { accept: 'application/xml' } });
  const csv = (path: string, as = permitted) => as.get(path, { headers: { accept: 'text/csv' } });
  const everyPage = async (
    read: (path: string) => Promise<HttpResponse>,
    first: string,
    next: (page: HttpResponse) => string | undefined,
  ) => {
    const pages: HttpResponse[] = [];
    for (let path: string | undefined = first; path !== undefined; path = next(pages.at(-1)!)) pages.push(await read(path));
    return pages;
  };

  beforeAll(async () => {
    const client = await bank.client();
    permitted = (await client.consentedBy(bank.demo, { allPsd2: 'allAccountsWithOwnerName' })).paced;
    id = bank.resources(bank.demo, kind)[0]!.resourceId;
  });

  it('says in JSON, CSV and camt.053 the same of the same period: ids, references, days, amounts and their sum', async () => {
    const json = await everyPage(
      (path) => permitted.get(path),
      statementPath(),
      (page) => listsOf(page)._links.next?.href,
    );
    const shown = (status: 'pending' | 'booked', entry: Entry) => [
      status,
      entry.transactionId,
      entry.bookingDate ?? '',
      entry.valueDate ?? '',
      entry.transactionAmount.amount,
      entry.transactionAmount.currency,
    ];
    const expected = [
      ...json.flatMap((page) => (listsOf(page).pending ?? []).map((entry) => shown('pending', entry))),
      ...json.flatMap((page) => (listsOf(page).booked ?? []).map((entry) => shown('booked', entry))),
    ];
    expect(expected.length).toBeGreaterThan(0);

    const table = await csv(statementPath());
    expect(table).toAnswer(200);
    expect(table.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8; header=present', vary: 'Accept' });
    expect(nextLink(table)).toBeUndefined();
    const rows = csvRecords(table.text);
    expect(
      rows.map((row) => [
        row['bookingStatus'],
        row['transactionId'],
        row['bookingDate'],
        row['valueDate'],
        row['transactionAmount.amount'],
        row['transactionAmount.currency'],
      ]),
    ).toEqual(expected);

    const statement = await camt(statementPath());
    expect(statement).toAnswer(200);
    expect(statement.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', vary: 'Accept' });
    expect(
      elements(statement.text, 'Ntry').map((entry) => [
        element(element(entry, 'Sts')!, 'Cd') === 'PDNG' ? 'pending' : 'booked',
        element(entry, 'AcctSvcrRef'),
        element(element(entry, 'BookgDt') ?? '', 'Dt') ?? '',
        element(element(entry, 'ValDt') ?? '', 'Dt') ?? '',
        signed(entry),
        /<Amt Ccy="([A-Z]{3})"/.exec(entry)![1],
      ]),
    ).toEqual(expected);
    expect(sum(rows.map((row) => row['transactionAmount.amount']!))).toBe(sum(expected.map((row) => row[4]!)));
  });

  it('pages both by Link with the cursors of JSON, and each page of camt.053 balances', async () => {
    const first = statementPath(`bookingStatus=booked&${aYear}&limit=7`);
    const expected = listsOf(await permitted.get(statementPath(`bookingStatus=booked&${aYear}&limit=500`))).booked!;
    const two = listsOf(await permitted.get(`${first.replace('limit=7', 'limit=2')}`))._links.next?.href;
    expect(csvRecords((await csv(two!)).text).map((row) => row['transactionId'])).toEqual(
      expected.slice(2, 4).map(({ transactionId }) => transactionId),
    );

    const pages = await everyPage(camt, first, nextLink);
    expect(pages.flatMap(({ text }) => elements(text, 'Ntry').map((entry) => element(entry, 'AcctSvcrRef')))).toEqual(
      expected.map(({ transactionId }) => transactionId),
    );
    expect(pages.map(({ text }) => [element(text, 'PgNb'), element(text, 'LastPgInd')])).toEqual(
      pages.map((_, at) => [String(at + 1), String(at === pages.length - 1)]),
    );
    expect(new Set(pages.map(({ text }) => element(element(text, 'Stmt')!, 'Id'))).size).toBe(1);
    if (!hasBalances) return;
    for (const [at, { text }] of pages.entries()) {
      const [opening, closing] = elements(text, 'Bal');
      expect(sum([signed(opening!), ...elements(text, 'Ntry').map(signed)])).toBe(sum([signed(closing!)]));
      if (at > 0) expect(signed(elements(pages[at - 1]!.text, 'Bal')[0]!)).toBe(new Decimal(signed(closing!)).toFixed(2));
      expect([opening!.includes('<SubTp><Cd>INTM</Cd></SubTp>'), closing!.includes('<SubTp><Cd>INTM</Cd></SubTp>')]).toEqual([
        at < pages.length - 1,
        at > 0,
      ]);
    }
  });

  it('of a period without entries has no Ntry, and balances all the same', async () => {
    const statement = await camt(statementPath(`bookingStatus=booked&dateFrom=${inDays(-1)}&dateTo=${inDays(-1)}&limit=1`));
    expect(statement).toAnswer(200);
    expect(elements(statement.text, 'Bal').length).toBeGreaterThan(0);
    const pending = await camt(statementPath('bookingStatus=information'));
    expect(pending).toAnswer(200);
    expect(elements(pending.text, 'Ntry')).toEqual([]);
    expect(elements(pending.text, 'Bal').length).toBeGreaterThan(0);
  });

  it('names the owner and states balances only under a consent that covers them', async () => {
    const full = await camt(statementPath());
    expect(element(element(full.text, 'Acct')!, 'Ownr')).toMatch(/<Nm>.+<\/Nm>/);

    const resource = bank.resources(bank.demo, kind)[0]!;
    const client = await bank.client();
    const unnamed = (await client.consentedBy(bank.demo, { transactions: [referenceOf(resource)], balances: [referenceOf(resource)] }))
      .paced;
    const statement = await camt(statementPath(), unnamed);
    expect(statement).toAnswer(200);
    expect(statement.text).not.toContain('<Ownr>');
    expect(statement.text).not.toContain(element(element(full.text, 'Ownr')!, 'Nm')!);

    const without = (await client.consentedBy(bank.demo, { transactions: [referenceOf(resource)] })).paced;
    expect(await camt(statementPath(), without)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID', path: 'Accept' }] });
    const table = await csv(statementPath(), without);
    expect(table).toAnswer(200);
    if (hasBalances) {
      expect(csvRecords(table.text).every((row) => row['balanceAfterTransaction.balanceAmount.amount'] === '')).toBe(true);
      expect(csvRecords((await csv(statementPath())).text)[0]!['balanceAfterTransaction.balanceAmount.currency']).toBeDefined();
    }
    for (const format of [camt, csv]) {
      const nobodys = await format(`${list}/${randomUUID()}/transactions?bookingStatus=booked&dateFrom=${inDays(-9)}`);
      expect(nobodys).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    }
  });

  it.each([
    ['*/*', 'application/json'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.5, application/xml', 'application/xml'],
    ['application/json;q=0.1, text/csv;q=0.2', 'text/csv'],
    ['application/xml;q=0, */*;q=0.1', 'application/json'],
  ])('answers Accept: %s in %s', async (accept, type) => {
    const answer = await permitted.get(statementPath(), { headers: { accept } });
    expect(answer).toAnswer(200);
    expect(String(answer.headers['content-type']).split(';')[0]).toBe(type);
    expect(answer.headers['vary']).toBe('Accept');
  });

  it('is a table with digits as texts and a byte order mark where Accept asks for them; a form that there is not is 406', async () => {
    const asked = (accept: string) => permitted.get(statementPath(), { headers: { accept } });
    const [plain, marked] = [await asked('text/csv'), await asked('text/csv; digits=text; bom=present')];
    expect(marked).toAnswer(200);
    expect(marked.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present; digits=text; bom=present',
      vary: 'Accept',
    });
    expect([plain.text.charCodeAt(0), marked.text.charCodeAt(0)]).toEqual(['b'.charCodeAt(0), 0xfeff]);
    const [plainCells, markedCells] = [cellsOf(plain.text).flat(), cellsOf(marked.text.slice(1)).flat()];
    const unmarked = (cells: readonly string[]): string[] => cells.map((cell) => cell.replace(/^'/, ''));
    expect(unmarked(markedCells)).toEqual(unmarked(plainCells));
    const [ofDigits, withMark] = [plainCells.filter((cell) => /^\d+$/.test(cell)), markedCells.filter((cell) => /^'\d+$/.test(cell))];
    expect(ofDigits.length).toBeGreaterThan(0);
    expect(withMark).toEqual(ofDigits.map((cell) => `'${cell}`));
    expect(await asked('text/csv; digits=number')).toAnswer(406, {
      tppMessages: [{ code: 'REQUESTED_FORMATS_INVALID', path: 'Accept', text: 'The parameter digits of text/csv must be plain or text.' }],
    });
  });

  it('answers any other format with 406 and the three it has', async () => {
    expect(await permitted.get(statementPath(), { headers: { accept: 'text/html, application/pdf' } })).toAnswer(406, {
      tppMessages: [
        { code: 'REQUESTED_FORMATS_INVALID', path: 'Accept', text: 'Ask for one of application/json, application/xml, text/csv.' },
      ],
    });
  });
});
