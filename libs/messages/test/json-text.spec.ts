import { jsonFlaws } from '../src/json-text.js';

const flawsOf = (json: string, maxDepth?: number) => [...jsonFlaws(json, maxDepth)];

describe('the text of a JSON document', () => {
  it('may use one name in several objects', () => {
    expect(flawsOf('{"a": {"b": 1}, "c": [{"b": "a"}, {"b": "\\"b\\":"}]}')).toEqual([]);
  });

  it('must not name a member twice in one object, however the name is escaped', () => {
    expect(flawsOf('{"a": 1, "\\u0061": 2, "b": {"c": 1, "c" : 2}}')).toEqual([{ repeated: 'a' }, { repeated: 'c' }]);
  });

  it('must not be nested deeper than its reader allows', () => {
    expect(flawsOf('[[{"a": []}]]', 4)).toEqual([]);
    expect(flawsOf('[[{"a": [[]], "a": 1}]]', 4)).toEqual([{ deeperThan: 4 }]);
    expect(flawsOf(`${'['.repeat(32)}${']'.repeat(32)}`)).toEqual([]);
    expect(flawsOf(`${'['.repeat(33)}${']'.repeat(33)}`)).toEqual([{ deeperThan: 32 }]);
  });
});
