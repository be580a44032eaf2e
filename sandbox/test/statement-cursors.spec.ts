import { Cursors } from '@open-banking/database';
import { inDays, type HttpResponse } from '@open-banking/testing';
import { aDemoList, balancesIn, element, elements, entryIds, everyPage, kinds, listsOf, nextLink, signed, sum } from './a-statement.js';

const aYear = `dateFrom=${inDays(-365)}&dateTo=${inDays(-2)}`;
const query = `bookingStatus=booked&${aYear}`;
const cursorOf = (path: string): string => new URL(path, 'http://bank').searchParams.get('cursor')!;

describe.each(kinds)('a cursor of the transactions of a demo $kind', (kind) => {
  const demo = aDemoList(kind);
  const next = async (read: (path: string) => Promise<HttpResponse>): Promise<string> => {
    const page = await read(`${demo.path}?${query}&limit=3`);
    return nextLink(page) ?? listsOf(page)._links.next!.href;
  };

  it('fits the formats of its order; in another one it is 400, and the error names the list that it is of', async () => {
    const json = (path: string) => demo.permitted.get(path);
    const [list, table, statement] = [await next(json), await next(demo.csv), await next(demo.camt)];
    for (const [path, accepted, refused, reason] of [
      [list, [json, demo.csv], [demo.camt], /is of a list in JSON or CSV, which begins with the newest entry/],
      [table, [json, demo.csv], [demo.camt], /is of a list in JSON or CSV, which begins with the newest entry/],
      [statement, [demo.camt], [json, demo.csv], /is of a camt\.053 statement, which begins with the oldest entry/],
    ] as const) {
      for (const read of accepted) expect(await read(path)).toAnswer(200);
      for (const read of refused)
        expect(await read(path)).toAnswer(400, {
          tppMessages: [{ code: 'FORMAT_ERROR', path: 'cursor', text: expect.stringMatching(reason) }],
        });
    }
  });

  it('of an earlier release, which began a statement with the newest entry, goes on with it to its oldest', async () => {
    const all = listsOf(await demo.permitted.get(`${demo.path}?${query}&limit=500`)).booked!;
    const limit = Math.ceil(all.length / 3);
    const path = `${demo.path}?${query}&limit=${limit}`;
    const { rows } = await demo.bank.database(kind.service).query<{ key: Buffer }>(`select key from service_key where name = 'cursors'`);
    const cursors = new Cursors(rows[0]!.key);
    const about = [demo.path, demo.clientId, demo.permitted.consentId, ...[...new URLSearchParams(query)].sort().flat()];
    const first = listsOf(await demo.permitted.get(path));
    const [began, ...place] = cursors.open(cursorOf(first._links.next!.href), about);
    const earlier = cursors.seal([`${began!.split('/')[0]!}/2`, ...place], about);

    const pages = await everyPage(demo.camt, `${path}&cursor=${earlier}`);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ text }) => entryIds(text))).toEqual(all.slice(limit).map(({ transactionId }) => transactionId));
    expect(pages.map(({ text }) => element(text, 'PgNb'))).toEqual(pages.map((_, at) => String(at + 2)));
    expect(await demo.permitted.get(`${path}&cursor=${earlier}`)).toAnswer(200);
    if (!kind.hasBalances) return;
    for (const { text } of pages) {
      const [opening, closing] = elements(text, 'Bal');
      expect(sum([signed(opening!), ...elements(text, 'Ntry').map(signed)])).toBe(signed(closing!));
      expect(balancesIn(text)[1]).toMatch(/^CLBD INTM /);
    }
    expect(balancesIn(pages.at(-1)!.text)[0]).toMatch(/^OPBD -?\d/);
  });
});
