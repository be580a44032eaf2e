import { JsonText, jsonText } from '@open-banking/http';

describe('a body that is JSON already', () => {
  it('takes over the texts in it, and omits what is undefined', () => {
    const list = new JsonText('[{"a": 1}]');
    const { text } = jsonText({ 'na"me': 'שלום', none: null, list, absent: undefined, nested: { list, numbers: [1, 2] } });
    expect(text).toBe('{"na\\"me":"שלום","none":null,"list":[{"a": 1}],"nested":{"list":[{"a": 1}],"numbers":[1,2]}}');
  });

  it('is sent as bytes where a text in it is bytes, which are not decoded', () => {
    const list = new JsonText('[', Buffer.from('{"name":"שלום"}'), ']');
    const { text } = jsonText({ שם: 'א', list, empty: {} });
    expect(text).toEqual(Buffer.from('{"שם":"א","list":[{"name":"שלום"}],"empty":{}}'));
    expect(JSON.stringify({ kept: list })).toBe('{"kept":[{"name":"שלום"}]}');
  });

  it('is written as its contents where something else writes JSON', () => {
    expect(JSON.stringify({ kept: jsonText({ list: new JsonText('[1, 2]') }) })).toBe('{"kept":{"list":[1,2]}}');
  });
});
