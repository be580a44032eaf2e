import { descriptionOf, loadKinds } from '@open-banking/feed';
import { readableTexts, unreadableTexts } from '@open-banking/testing';
import { serviceTables } from '../src/service-tables.js';

describe('a text without a visible character, or with more marks on a letter than people write', () => {
  it('is refused in each text of each line that a bank loads or its core sends', () => {
    const formats = Object.entries(serviceTables).flatMap(([service, { loadFormat }]) =>
      Object.entries(loadFormat).flatMap(([type, line]) =>
        descriptionOf(line).fields.map((field) => ({ place: `${service} ${type}.${field.name}`, ...field })),
      ),
    );
    const texts = formats.filter(({ kind }) => ['text', 'texts', 'json'].includes(kind));
    expect(texts.length).toBeGreaterThan(100);
    for (const { place, kind, fault } of texts)
      for (const text of unreadableTexts) {
        const value = { text, texts: ['a', text], json: { a: [{ b: text }] } }[kind as 'text'];
        expect([place, text, loadKinds[kind].encode(value) === undefined || fault(value) !== undefined]).toEqual([place, text, true]);
      }
    for (const text of [...readableTexts, '', ' ']) expect([text, loadKinds.text.encode(text)]).toEqual([text, text]);
  });
});
