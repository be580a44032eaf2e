/**
 * Characters without a visible shape that Unicode counts among symbols or letters (BRAILLE PATTERN BLANK, OBJECT REPLACEMENT, REPLACEMENT, a
 * notehead, two hieroglyphs, a filler), and the tatweel.
 */
const shapeless = '\\u2800\\ufffc\\ufffd\\u{1d159}\\u{13441}\\u{13442}\\u{16fe4}\\u0640';

/** Letters that are written as an accent or apostrophe beside another one: U+02BC in OʼBrien, half rings, lengths and tones. */
const besideLetters =
  '\\u02b9-\\u02c1\\u02c6-\\u02d1\\u02ec\\u02ee\\u0559\\u07f4\\u07f5\\u07fa\\u2e2f\\ua67f\\ua717-\\ua71f\\ua788\\ua78b\\ua78c';

/** What stands between letters without being read: format characters, unassigned and private code points, noncharacters, and those above. */
const unread = new RegExp(`[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}${shapeless}${besideLetters}]`, 'gu');

/** Accents that take a place of their own; NFKD would make a space and a mark of each. */
const spacingAccents =
  /[\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd\u037a\u0384\u0385\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed\u1fee\u1ffd\u1ffe\u2017\u203e\u309b\u309c\ufc5e-\ufc63\ufe49-\ufe4c\ufe70\ufe72\ufe74\ufe76\ufe78\ufe7a\ufe7c\ufe7e\uffe3]/gu;

/** A name with an apostrophe in place of each accent that takes a place of its own. */
export const withoutSpacingAccents = (text: string): string => text.replace(spacingAccents, "'");

/** A letter, or something else, with the marks on it. */
const marked = /(\P{M})?(\p{M}+)/gu;
/** A letter of a script whose vowels or voices are marks: not one of the alphabets that are read without them. */
const isVowelled = /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{L}/u;
/** Marks of those alphabets and of any script, without the two of kana. */
const accents =
  /(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/** One letter in place of another that readers take for the same: final letters of Hebrew, Arabic letters that are written both ways, Latin letters that do not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...pairs('ךםןףץ', 'כמנפצ'),
  // Alif maqsura and the Persian yeh are yeh, ta marbuta is heh, alif wasla is alif, the Persian kaf is kaf.
  ...pairs('ىیةٱک', 'ييهاك'),
  ...pairs('ØĐÐĦŁ', 'ODDHL'),
};

/** One character in place of which people write two. */
const pairsOfLetters: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Þ: 'TH', װ: 'וו', ױ: 'וי', ײ: 'יי' };

/** The zeros of the scripts that have digits of their own and are written today; their digits follow each other. */
const zeros = '٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐';
const digits = Object.fromEntries(
  [...zeros].flatMap((zero) =>
    Array.from({ length: 10 }, (_, value) => [String.fromCodePoint(zero.codePointAt(0)! + value), String(value)]),
  ),
);

/** The SQL function `name_letters` folds the same. */
const folded: Readonly<Record<string, string>> = { ...letters, ...pairsOfLetters, ...digits };
const foldable = new RegExp(`[${Object.keys(folded).join('')}]`, 'gu');

/** The spelling with letters spelled out, where it differs from the plain one. */
const spelledOut: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE' };
const spellable = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'gu');

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, [...to][at]!]));
}

/**
 * The normal form of a name, in which the verification of payees and the screening of creditors compare: capital letters, those of alphabets
 * without marks; digits of all scripts as 0 to 9; no characters that nobody reads. White space and punctuation stay. Idempotent.
 */
export const normalForm = (text: string): string => normalised(withoutSpacingAccents(text).replace(/\s/gu, ' ').normalize('NFKD'));

/** The same with ä, ö, ü, å and ø spelled out as two letters. */
export const spelledOutForm = (text: string): string =>
  normalised(
    withoutSpacingAccents(text)
      .replace(/\s/gu, ' ')
      .normalize('NFKC')
      .toUpperCase()
      .replace(spellable, (letter) => spelledOut[letter]!)
      .normalize('NFKD'),
  );

const normalised = (text: string): string =>
  text
    .replace(unread, '')
    .replace(
      marked,
      (_, base: string | undefined, marks: string) => (base ?? '') + (base && isVowelled.test(base) ? marks.replace(accents, '') : ''),
    )
    .toUpperCase()
    .replace(foldable, (character) => folded[character]!);
