import { JsonText, jsonText } from '@open-banking/http';
import { copiedWithRoom, sent } from '@open-banking/messages/bytes-with-room';

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

  describe('around a long list that was copied out of a socket', () => {
    const received = (length: number, letter: string): Buffer => copiedWithRoom(Buffer.from(`<<${letter.repeat(length)}>>`), 2, 2 + length);
    const answer = (name: string, list: Buffer): Buffer =>
      jsonText({ name, list: new JsonText('["', list, '"]'), end: true }).text as Buffer;
    const expected = (name: string, length: number, letter: string): Buffer =>
      Buffer.from(JSON.stringify({ name, list: [letter.repeat(length)], end: true }));

    it.each([0, 1, 4_095, 4_096, 60_000, 126_976, 126_977, 400_000])(
      'is the same for %i bytes, with little around it and with much',
      (length) => {
        for (const name of ['', 'שלום', 'x'.repeat(1_900), 'x'.repeat(3_000)])
          expect(answer(name, received(length, 'a')).equals(expected(name, length, 'a'))).toBe(true);
      },
    );

    it('is the same when it is written twice', () => {
      const list = received(60_000, 'b');
      const once = answer('one', list);
      expect(answer('another', list).equals(expected('another', 60_000, 'b'))).toBe(true);
      expect(once.equals(expected('one', 60_000, 'b'))).toBe(true);
    });

    it('keeps its bytes until it is sent, whatever is received meanwhile; afterwards its memory is used again, once', () => {
      const first = answer('first', received(60_000, 'c'));
      const others = ['d', 'e', 'f'].map((letter) => ({ letter, all: answer(letter, received(60_000, letter)) }));
      expect(first.equals(expected('first', 60_000, 'c'))).toBe(true);
      for (const { letter, all } of others) expect(all.equals(expected(letter, 60_000, letter))).toBe(true);
      sent(first);
      sent(first);
      const [next, afterNext] = [answer('next', received(50_000, 'g')), answer('after', received(50_000, 'h'))];
      expect(next.buffer).toBe(first.buffer);
      expect(afterNext.buffer).not.toBe(first.buffer);
      expect(next.equals(expected('next', 50_000, 'g'))).toBe(true);
      for (const { letter, all } of others) expect(all.equals(expected(letter, 60_000, letter))).toBe(true);
    });
  });
});
