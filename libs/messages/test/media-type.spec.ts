import { acceptedQuality, acceptedRanges, isNamed, mediaType } from '../src/media-type.js';

const read = (text: string) => {
  const found = mediaType(text);
  return found && [found.type, Object.fromEntries(found.parameters)];
};

describe('a media type', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['application/json', 'application/json', {}],
    ['Application/JSON;Charset="UTF-8"', 'application/json', { charset: 'UTF-8' }],
    ['text/csv ; header=present;x="a;b\\"c, d"', 'text/csv', { header: 'present', x: 'a;b"c, d' }],
    ['application/json;', 'application/json', {}],
    ['application/json; charset = utf-8 ; charset=utf-16', 'application/json', { charset: 'utf-8' }],
    ['application/json; nonsense; =x; a="unterminated', 'application/json', {}],
    ['application/vnd.api+json', 'application/vnd.api+json', {}],
  ])('%j is %s with its parameters', (text, type, parameters) => {
    expect(read(text)).toEqual([type, parameters]);
  });

  it.each(['', 'json', '/json', 'text/', 'text/plain, application/json', 'a b/c', ';', ';text/plain', '"text/plain"'])(
    'is not %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('is read in time that grows with its length', () => {
    const began = performance.now();
    for (const part of ['"', ';a="', ' ', ';=', ',"\\', 'a/b;q="'])
      for (const read of [mediaType, acceptedRanges]) read(`a/b${part.repeat(16_000 / part.length)}x`);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('what a client accepts', () => {
  it.each<[string, string, number]>([
    ['text/csv', 'text/csv', 1],
    ['text/csv;q=0.25', 'text/csv', 0.25],
    ['text/csv;header=present;q=0.25', 'text/csv', 0.25],
    ['text/*;q=0.5, */*;q=0.1', 'text/csv', 0.5],
    ['*/*;q=0.1, text/csv;q=0', 'text/csv', 0],
    ['text/csv;q=7', 'text/csv', 1],
    ['text/csv;q=none', 'text/csv', 0],
    ['text/csv;q=-1', 'text/csv', 0],
    ['text/csv;x="a,b;q=0"', 'text/csv', 1],
    ['text/csv;version=1;q=0.2, text/csv;version=2', 'text/csv', 1],
    ['text/html, ,json', 'text/csv', 0],
    ['', 'text/csv', 0],
  ])('in %j is %s by %d', (accept, type, quality) => {
    expect(acceptedQuality(type, acceptedRanges(accept))).toBe(quality);
  });

  it('names a type itself, not by a wildcard, and not to exclude it', () => {
    const names = (accept: string) => isNamed('text/csv', acceptedRanges(accept));
    expect(['text/csv', 'TEXT/CSV;q=0.1', 'text/csv;q=0', 'text/*', '*/*'].map(names)).toEqual([true, true, false, false, false]);
  });
});
