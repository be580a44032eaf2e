import { Cursors } from '@open-banking/database';
import { beginOfList, boundTo, firstPage, keysetPage, openListCursor, pageAfter, type Principal } from '../src/index.js';

const at = new Date('2026-11-21T12:00:00.000Z');
const cursors = new Cursors(Buffer.alloc(32, 1));
const about = ['/v1.7/cards/gold/transactions', 'tpp', 'consent'];
const statement = { at, format: 'application/xml' } as const;
const table = { at, format: 'text/csv' } as const;
const json: Pick<Principal, 'at' | 'format'> = { at };

describe('the beginning of a list, as its cursors carry it', () => {
  it('has the time in every format, and the number of the page only in a statement', () => {
    expect(beginOfList(firstPage(json))).toEqual({ at, number: undefined });
    expect(beginOfList(firstPage(table))).toEqual({ at, number: undefined });
    expect(beginOfList(firstPage(statement))).toEqual({ at, number: 1 });
    expect(beginOfList(pageAfter(pageAfter(firstPage(statement))))).toEqual({ at, number: 3 });
    expect(pageAfter(firstPage(json))).toBe(firstPage(json));
  });

  it('can be read in the way of releases up to 0.2.0, whose replicas may run beside this one', () => {
    for (const began of [firstPage(json), firstPage(table)]) {
      const [startedAt, number] = began.split('/');
      expect([new Date(startedAt!), Number(number)]).toEqual([at, 0]);
    }
  });
});

describe('a cursor of a list', () => {
  const sealed = (format: Pick<Principal, 'at' | 'format'>, order: 'oldestFirst' | 'newestFirst') =>
    cursors.seal([firstPage(format), 'key'], boundTo(about, order));
  const opened = (cursor: string, format: Pick<Principal, 'format'>): string => {
    try {
      return openListCursor(cursors, format, about, cursor).order;
    } catch (error) {
      return (error as { faults: { text: string }[] }).faults[0]!.text;
    }
  };
  const ofList = /^This cursor is of a list in JSON or CSV/;
  const ofStatement = /^This cursor is of a camt\.053 statement/;

  it.each([
    ['JSON', sealed(json, 'newestFirst'), /^newestFirst$/, /^newestFirst$/, ofList],
    ['CSV', sealed(table, 'newestFirst'), /^newestFirst$/, /^newestFirst$/, ofList],
    ['camt.053', sealed(statement, 'oldestFirst'), ofStatement, ofStatement, /^oldestFirst$/],
    ['JSON of an earlier release', cursors.seal([at.toISOString(), 'key'], about), /^newestFirst$/, /^newestFirst$/, /^newestFirst$/],
    [
      'camt.053 of an earlier release',
      cursors.seal([`${at.toISOString()}/3`, 'key'], about),
      /^newestFirst$/,
      /^newestFirst$/,
      /^newestFirst$/,
    ],
    ['another list', cursors.seal([firstPage(json)], ['other']), /^Not a cursor of this list/, /^Not a cursor/, /^Not a cursor/],
  ] as const)('of %s goes on in the formats of its order, and is refused by name in the others', (_, cursor, inJson, inCsv, inCamt) => {
    expect(opened(cursor, json)).toMatch(inJson);
    expect(opened(cursor, table)).toMatch(inCsv);
    expect(opened(cursor, statement)).toMatch(inCamt);
  });

  it('of a statement counts its pages, keeps its order and its period', () => {
    const reader = { ...statement, clientId: 'tpp' } as const;
    const page = (query: object, fixed: [string]) =>
      keysetPage<[string], [string]>(cursors, reader, '/list', { limit: '1', ...query }, fixed);
    const next = page({}, ['2026-11-21']).show(['a', 'b'], (one) => [one]).next!;
    const second = page(Object.fromEntries(new URL(next, 'http://bank').searchParams), ['2026-11-22']);
    expect(second).toMatchObject({ number: 2, order: 'oldestFirst', after: ['a'], fixed: ['2026-11-21'] });
  });
});
