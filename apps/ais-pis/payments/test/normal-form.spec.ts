import { normalForm, spelledOutForm } from '../src/party-names/normal-form.js';

const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe('the normal form of a name', () => {
  it('has capital letters, those of alphabets without marks, and digits from 0 to 9', () => {
    expect(normalForm('Élise ß Øre 12')).toBe('ELISE SS ORE 12');
    expect(normalForm('Unit ٨٢٠٠, १२ ۵')).toBe('UNIT 8200, 12 5');
    expect(normalForm('دَّانة على أحـــمد')).toBe('دانه علي احمد');
    expect(normalForm('מרים כהן')).toBe('מרימ כהנ');
    expect([normalForm('Müller'), spelledOutForm('Müller')]).toEqual(['MULLER', 'MUELLER']);
  });

  it('keeps the marks that are vowels or voices, on letters of their scripts alone', () => {
    expect(normalForm('कु कि')).toBe('कु कि');
    expect(normalForm('กี\u0301')).toBe('กี');
    expect(normalForm('ば')).toBe('ば'.normalize('NFKD'));
    expect(normalForm('Daा\u0e34n\u3099a 1\u0e34')).toBe('DANA 1');
  });

  it('has nothing in place of letters that stand for an accent, and an apostrophe in place of an accent of its own', () => {
    for (const beside of '\u02b9\u02bc\u02bb\u02d0\u02c8\u02ee\u0374\ua78c')
      expect([beside, normalForm(`O${beside}Brien`)]).toEqual([beside, 'OBRIEN']);
    const accents = characters.filter((character) => /^ \p{M}+$/u.test(character.normalize('NFKD')));
    expect(accents.length).toBeGreaterThan(20);
    for (const accent of accents) expect([accent, normalForm(`O${accent}Brien`)]).toEqual([accent, "O'BRIEN"]);
  });

  it('has none of the characters that nobody sees, and no space in their place', () => {
    for (const unseen of '\u2800\u034f\u180b\ufe0f\u17b4\u{16fe4}\u0301\uffff\ufdd0\u0378\ufffc\ufffd\u200b\u00ad\u3164\u115f\u{1d159}\u{13441}\u{e0041}\ue000\u0640')
      expect([unseen, normalForm(`Dana${unseen} Le${unseen}vi`)]).toEqual([unseen, 'DANA LEVI']);
    const left = characters.filter((character) =>
      /\p{M}/u.test(character)
        ? normalForm(`a${character}b`) !== 'AB'
        : /[\p{Cf}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]/u.test(normalForm(`a${character}b`)),
    );
    expect(left).toEqual([]);
  });

  it('is its own normal form, for each character of Unicode', () => {
    // Each form once: unassigned and private code points, most of them all, have the same one.
    const forms = [...new Set(characters.map(normalForm))];
    expect(forms.filter((form) => normalForm(form) !== form)).toEqual([]);
    for (const zero of '٠۰०೦๐၀០０')
      for (let digit = 0; digit < 10; digit++) expect(normalForm(String.fromCodePoint(zero.codePointAt(0)! + digit))).toBe(String(digit));
  });
});
