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
 * The normal form of a name, in which the verification of payees and the screening of creditors compare: capital letters without marks,
 * digits of all scripts as 0 to 9, and no characters that nobody reads. White space and punctuation stay. Idempotent.
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
    .replace(foldable, (character) => folded[character]!);
