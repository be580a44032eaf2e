import { parseQuery, queryFaults } from '../src/query.js';

const faultTexts = (text: string) => queryFaults(parseQuery(text)).map(({ path, text: said }) => `${path}: ${said}`);

describe('a query', () => {
  it('is decoded into names and texts', () => {
    expect({ ...parseQuery('dateFrom=2026-01-01&withBalance&name=%D7%90+b%2Bc&x=a=b&&') }).toEqual({
      dateFrom: '2026-01-01',
      withBalance: '',
      name: 'א b+c',
      x: 'a=b',
    });
    expect(faultTexts('dateFrom=2026-01-01&withBalance')).toEqual([]);
  });

  it('may contain each parameter once', () => {
    expect(faultTexts('limit=1&limit=2')).toEqual(['limit: This parameter may be given once.']);
    expect(faultTexts('limit=1&%6cimit=1')).toEqual(['limit: This parameter may be given once.']);
  });

  it.each(['a=%', 'a=%zz', '%ff=1', 'a=%ed%a0%80', 'a=%00', '%00=a'])('cannot be %s', (text) => {
    expect(faultTexts(text)).toEqual(['query: The query is not percent-encoded UTF-8.']);
  });

  it('contains no inherited object properties', () => {
    const query = parseQuery('__proto__=1&constructor=2');
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
    expect(query['toString']).toBeUndefined();
    expect(queryFaults(query)).toEqual([]);
  });

  it('keeps its faults apart from its parameters', () => {
    expect(Object.keys(parseQuery('limit=1&limit=2'))).toEqual(['limit']);
    expect(queryFaults(undefined)).toEqual([]);
  });
});
