import { randomUUID } from 'node:crypto';
import { inDays, referenceOf, runningBank, type ConsentedCaller } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { balancesIn, element, elements, entryIds, everyPage, kinds, listsOf, nextLink, signed, sum, type Entry } from './a-statement.js';

/** Ends before today: other tests may book on the demo customer's accounts meanwhile. */
const aYear = `dateFrom=${inDays(-365)}&dateTo=${inDays(-2)}`;

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

describe.each(kinds)('the statement of a demo $kind', ({ kind, list, hasBalances }) => {
  const bank = runningBank(services);
  let permitted: ConsentedCaller;
  let id: string;
  const statementPath = (query = `bookingStatus=both&${aYear}`): string => `${list}/${id}/transactions?${query}`;
  const camt = (path: string, as = permitted) => as.get(path, { headers: { accept: 'application/xml' } });
  const csv = (path: string, as = permitted) => as.get(path, { headers: { accept: 'text/csv' } });

  beforeAll(async () => {
    const client = await bank.client();
    permitted = (await client.consentedBy(bank.demo, { allPsd2: 'allAccountsWithOwnerName' })).paced;
    id = bank.resources(bank.demo, kind)[0]!.resourceId;
  });

  it('says in JSON, CSV and camt.053 the same of the same period, in camt.053 the oldest first, and pending entries only by name', async () => {
    const json = await everyPage(
      (path) => permitted.get(path),
      statementPath(),
      (page) => listsOf(page)._links.next?.href,
    );
    const shown = (status: 'pending' | 'booked') => (entry: Entry) => [
      status,
      entry.transactionId,
      entry.bookingDate ?? '',
      entry.valueDate ?? '',
      entry.transactionAmount.amount,
      entry.transactionAmount.currency,
    ];
    const pending = json.flatMap((page) => (listsOf(page).pending ?? []).map(shown('pending')));
    const booked = json.flatMap((page) => (listsOf(page).booked ?? []).map(shown('booked')));
    const expected = [...pending, ...booked];
    expect(booked.length).toBeGreaterThan(0);

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

    const inStatement = (xml: string) =>
      elements(xml, 'Ntry').map((entry) => [
        element(element(entry, 'Sts')!, 'Cd') === 'PDNG' ? 'pending' : 'booked',
        element(entry, 'AcctSvcrRef'),
        element(element(entry, 'BookgDt') ?? '', 'Dt') ?? '',
        element(element(entry, 'ValDt') ?? '', 'Dt') ?? '',
        signed(entry),
        /<Amt Ccy="([A-Z]{3})"/.exec(entry)![1],
      ]);
    const statement = await camt(statementPath());
    expect(statement).toAnswer(200);
    expect(statement.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', vary: 'Accept' });
    expect(inStatement(statement.text)).toEqual(booked.toReversed());
    expect(inStatement((await camt(statementPath(`bookingStatus=pending&${aYear}`))).text)).toEqual(pending.toReversed());
    expect(element(statement.text, 'AddtlStmtInf')?.split(' ')[0]).toBe(pending.length === 0 ? undefined : String(pending.length));
    const totals = element(element(statement.text, 'TxsSummry')!, 'TtlNtries')!;
    expect([element(totals, 'NbOfNtries'), signed(element(totals, 'TtlNetNtry')!)]).toEqual([
      String(booked.length),
      sum(booked.map((entry) => entry[4]!)),
    ]);
    expect(sum(rows.map((row) => row['transactionAmount.amount']!))).toBe(sum(expected.map((row) => row[4]!)));
  });

  it('pages by Link: CSV as JSON does, camt.053 from the oldest entry on, each page opening with the balance that the one before closed with', async () => {
    const first = statementPath(`bookingStatus=booked&${aYear}&limit=7`);
    const expected = listsOf(await permitted.get(statementPath(`bookingStatus=booked&${aYear}&limit=500`))).booked!;
    const two = listsOf(await permitted.get(`${first.replace('limit=7', 'limit=2')}`))._links.next?.href;
    expect(csvRecords((await csv(two!)).text).map((row) => row['transactionId'])).toEqual(
      expected.slice(2, 4).map(({ transactionId }) => transactionId),
    );

    const pages = await everyPage(camt, first);
    expect(pages.flatMap(({ text }) => entryIds(text))).toEqual(expected.toReversed().map(({ transactionId }) => transactionId));
    expect(pages.map(({ text }) => [element(text, 'PgNb'), element(text, 'LastPgInd')])).toEqual(
      pages.map((_, at) => [String(at + 1), String(at === pages.length - 1)]),
    );
    for (const name of ['Id', 'CreDtTm', 'FrToDt'])
      expect(new Set(pages.map(({ text }) => element(element(text, 'Stmt')!, name))).size).toBe(1);
    if (!hasBalances) return;
    for (const [at, { text }] of pages.entries()) {
      const [opening, closing] = elements(text, 'Bal');
      expect(sum([signed(opening!), ...elements(text, 'Ntry').map(signed)])).toBe(signed(closing!));
      if (at > 0) expect(signed(elements(pages[at - 1]!.text, 'Bal')[1]!)).toBe(signed(opening!));
      expect(balancesIn(text).map((balance) => balance.replace(/ \S+$/, ''))).toEqual([
        at === 0 ? 'OPBD' : 'OPBD INTM',
        at === pages.length - 1 ? 'CLBD' : 'CLBD INTM',
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
