import fc from 'fast-check';
import { cutText, joinedParts, textParts } from '../src/characters.js';

/** Characters as people see them, of one code point and of several. */
const characters = ['a', 'é', 'e\u0301', 'ש\u05c1\u05bc', 'نَّ', '\u{1d4b3}', '👍🏽', '👩‍👩‍👧', '🇮🇱', 'ก็', '한', '\r\n', ' '];
const seen = (text: string): string[] => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
const codePoints = (text: string): number => [...text].length;
const texts = fc.array(fc.constantFrom(...characters), { maxLength: 60 }).map((all) => all.join(''));

describe('a text that is too long', () => {
  it.each(characters.filter((one) => codePoints(one) > 1))('is cut before the character %j, and not within it', (character) => {
    for (let room = 0; room < codePoints(character); room += 1)
      expect(cutText(`${'x'.repeat(10)}${character}`, 10 + room)).toBe('x'.repeat(10));
    expect(cutText(`${'x'.repeat(10)}${character}`, 10 + codePoints(character))).toBe(`${'x'.repeat(10)}${character}`);
  });

  it('is counted in code points, as XML Schema counts', () => {
    expect(cutText('😀'.repeat(12), 10)).toBe('😀'.repeat(10));
    expect(cutText('😀'.repeat(10), 10)).toBe('😀'.repeat(10));
    expect(cutText('', 10)).toBe('');
  });

  it('is in parts that are not too long, of whole characters, and that together are the text', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 8, max: 20 }), (text, longest) => {
        const parts = textParts(text, longest);
        expect(parts.join('')).toBe(text);
        expect(parts.every((part) => part !== '' && codePoints(part) <= longest)).toBe(true);
        expect(parts.flatMap(seen)).toEqual(seen(text));
        expect(cutText(text, longest)).toBe(parts[0] ?? '');
      }),
    );
  });

  it('is cut within a character that is longer than the whole text may be', () => {
    const stacked = `x${'\u0301'.repeat(25)}`;
    expect(textParts(`a${stacked}`, 10).map(codePoints)).toEqual([1, 10, 10, 6]);
    expect(joinedParts(textParts(`a${stacked}`, 10), 10)).toBe(`a${stacked}`);
  });
});

describe('parts of a text', () => {
  it.each([
    [['Invoice 2026/118', 'Customer 4711'], 'Invoice 2026/118 Customer 4711'],
    [['Invoice ', '  17'], 'Invoice 17'],
    [['', 'Invoice', ' ', '17', ''], 'Invoice 17'],
    [[`${'a'.repeat(20)}`, 'bc'], `${'a'.repeat(20)}bc`],
    [[`${'a'.repeat(19)} `, 'bc'], `${'a'.repeat(19)} bc`],
    [[`${'a'.repeat(19)}`, 'bc'], `${'a'.repeat(19)} bc`],
    [[`${'a'.repeat(19)}`, 'e\u0301c'], `${'a'.repeat(19)}e\u0301c`],
    [[`${'a'.repeat(20)}`, `${'b'.repeat(20)}`, 'c', 'd'], `${'a'.repeat(20)}${'b'.repeat(20)}c d`],
    [[], ''],
  ])('%j are joined with a space, except after a part in which the next character has no room', (parts, text) => {
    expect(joinedParts(parts, 20)).toBe(text);
  });

  it('are the text again that they are parts of', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 8, max: 20 }), (text, longest) => {
        expect(joinedParts(textParts(text, longest), longest)).toBe(text.trim());
      }),
    );
  });
});
