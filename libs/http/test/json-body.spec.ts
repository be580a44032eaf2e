import { jsonBody } from '../src/negotiation.js';
import type { Refusal } from '@open-banking/messages';

const read = (text: string | Buffer, type: string | undefined = 'application/json') => jsonBody(type, Buffer.from(text));
const faultTexts = (text: string | Buffer) => read(text).faults.map((fault) => fault.text);

describe('a JSON body', () => {
  it('is read as received', () => {
    expect(read('{"a":[1,"\\u05d0א",{"a":null}],"b":{"a":true}}')).toEqual({
      value: { a: [1, 'אא', { a: null }], b: { a: true } },
      faults: [],
    });
  });

  it('is required', () => {
    expect(jsonBody('application/json', undefined).faults).toEqual([{ code: 'FORMAT_ERROR', text: 'A JSON body is required.' }]);
    expect(faultTexts('')).toEqual(['A JSON body is required.']);
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json;',
    'application/json; profile="a;b"; charset=utf-8; v=1',
  ])('may have the media type %s', (type) => {
    expect(read('{}', type)).toEqual({ value: {}, faults: [] });
  });

  it.each([
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain, application/json',
  ])('with the media type %j is answered 415', (type) => {
    expect(() => read('{}', type)).toThrow(
      expect.objectContaining({ status: 415, faults: [expect.objectContaining({ path: 'Content-Type' })] }) as unknown as Refusal,
    );
  });

  it('with a content encoding is answered 415', () => {
    expect(jsonBody('application/json', Buffer.from('{}'), 'identity')).toEqual({ value: {}, faults: [] });
    expect(() => jsonBody('application/json', Buffer.from('{}'), 'gzip')).toThrow(
      expect.objectContaining({ status: 415, faults: [expect.objectContaining({ path: 'Content-Encoding' })] }) as unknown as Refusal,
    );
  });

  it.each([
    ['{', "expected property name or '}', line 1, column 2"],
    ['{"a":1', "expected ',' or '}' after property value, line 1, column 7"],
    ['[', 'it ends too early'],
    ['{"a":}', "unexpected '}'"],
    ["{'a':1}", "expected property name or '}', line 1, column 2"],
    ['{"a":1,\n}', 'expected double-quoted property name, line 2, column 1'],
    ['nulL', "unexpected 'L'"],
    ['\ufeff{}', "unexpected '\ufeff'"],
    ['{"a":"\n"}', 'bad control character in string literal, line 1, column 7'],
    ['{"a":01}', 'unexpected number, line 1, column 7'],
  ])('is not %j, and the error says where: %s', (text, where) => {
    expect(faultTexts(text)).toEqual([where === undefined ? 'A JSON body is required.' : `The body is not JSON: ${where}.`]);
  });

  it('is neither a name of JavaScript nor a text in UTF-16', () => {
    expect(faultTexts('undefined')).toEqual(['The body is not JSON.']);
    expect(faultTexts(Buffer.from('{}', 'utf16le'))).toEqual(["The body is not JSON: expected property name or '}', line 1, column 2."]);
  });

  it.each([[Buffer.from([0x22, 0xff, 0x22])], [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])], [Buffer.from([0x22, 0xc0, 0x80, 0x22])]])(
    'that is not UTF-8 is refused: %j',
    (bytes) => {
      expect(faultTexts(bytes)).toEqual(['The body is not in UTF-8.']);
    },
  );

  it.each(['{"a":"\\u0000"}', '{"\\u0000":1}', '["\\ud800"]', '{"a":["\\udc00x"]}', '{"\\ud83d":1}'])(
    'with a character that no text column accepts is refused: %s',
    (text) => {
      expect(faultTexts(text)).toEqual(['The body has a text with U+0000 or half a surrogate pair.']);
      expect(faultTexts('["\\ud83d\\ude00"]')).toEqual([]);
    },
  );

  it.each([
    '{"a":1,"a":2}',
    '{"x":[{"a":1},{"b":1,"a":{},"b":2}]}',
    '{"\\u0061":1,"a":2}',
    '{"a\\"":1, "a\\"" : 2}',
    '{"__proto__":1,"__proto__":2}',
  ])('with a duplicate key in one object is refused: %s', (text) => {
    expect(faultTexts(text)).toEqual([expect.stringMatching(/^The body names ".*" twice in one object\.$/)]);
  });

  it.each(['{"a":{"a":{"a":1}}}', '[{"a":1},{"a":2}]', '{"a":"a","b":"a"}', '{"a":"\\"a\\":1,","b":"{[{["}'])(
    'without a duplicate key in the same object is accepted: %s',
    (text) => {
      expect(faultTexts(text)).toEqual([]);
    },
  );

  it('is at most 32 levels deep', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(faultTexts(nested(32))).toEqual([]);
    expect(faultTexts(nested(33))).toEqual(['The body is nested deeper than 32 levels.']);
    expect(faultTexts(nested(30_000))).toEqual(['The body is nested deeper than 32 levels.']);
  });

  it.each([
    ['a text that never ends', `{"a":"${'\\"'.repeat(32_000)}`],
    ['a long text', JSON.stringify('\\"'.repeat(16_000))],
    ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [n, 0])))],
  ])('of 64 KiB is read in linear time: %s', (_, text) => {
    // CPU time, which does not depend on the machine's load; a backtracking reader took 1.6 s of it.
    const began = process.cpuUsage();
    read(text);
    expect(process.cpuUsage(began).user).toBeLessThan(800_000);
  });
});
