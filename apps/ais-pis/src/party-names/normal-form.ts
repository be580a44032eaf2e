/** Characters without a visible shape that Unicode counts among symbols or letters: BRAILLE PATTERN BLANK, OBJECT REPLACEMENT, REPLACEMENT; and the tatweel. */
const shapeless = '\\u2800\\ufffc\\ufffd\\u0640';

/** What stands between letters without being read: format characters, unassigned and private code points, noncharacters, and those above. */
const unread = new RegExp(`[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}${shapeless}]`, 'gu');

/** One letter in place of another that readers take for the same: final letters of Hebrew, Arabic letters that are written both ways, Latin letters that do not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...pairs('ךםןףץ', 'כמנפצ'),
  // Alif maqsura and the Persian yeh are yeh, ta marbuta is heh, alif wasla is alif, the Persian kaf is kaf.
  ...pairs('ىیةٱک', 'ييهاك'),
  ...pairs('ØĐÐĦŁ', 'ODDHL'),
};

/** One character in place of which people write two. */
const pairsOfLetters: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Þ: 'TH', װ: 'וו', ױ: 'וי', ײ: 'יי' };

const folded: Readonly<Record<string, string>> = { ...letters, ...pairsOfLetters };
const foldable = new RegExp(`[${Object.keys(folded).join('')}]|(?![0-9])\\p{Nd}`, 'gu');

/** The spelling with letters spelled out, where it differs from the plain one. */
const spelledOut: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE' };
const spellable = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'gu');

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, [...to][at]!]));
}

/** The value of a decimal digit of any script: the digits of a script follow each other from its zero, and so may those of two. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}

/**
 * The normal form of a name, in which the verification of payees and the screening of creditors compare: capital letters without marks,
 * digits of any script as 0 to 9, and no characters that nobody reads. White space and punctuation stay. Idempotent.
 */
export const normalForm = (text: string): string => normalised(text.replace(/\s/gu, ' ').normalize('NFKD'));

/** The same with ä, ö, ü, å and ø spelled out as two letters. */
export const spelledOutForm = (text: string): string =>
  normalised(
    text
      .replace(/\s/gu, ' ')
      .normalize('NFKC')
      .toUpperCase()
      .replace(spellable, (letter) => spelledOut[letter]!)
      .normalize('NFKD'),
  );

const normalised = (text: string): string =>
  text
    .replace(unread, '')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(foldable, (character) => folded[character] ?? digitOf(character));
