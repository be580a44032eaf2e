/**
 * Maps letters and digits allowed in client names to the Latin letters they resemble: our own confusables table in the sense of
 * UTS #39 §4 (skeletons), for a closed set of letters. Look-alikes share one skeleton, even if a careful reader could
 * distinguish them.
 */
const lookalikes: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  А: 'a',
  в: 'b',
  В: 'b',
  ь: 'b',
  Ь: 'b',
  ъ: 'b',
  с: 'c',
  С: 'c',
  е: 'e',
  Е: 'e',
  ё: 'e',
  Ё: 'e',
  є: 'e',
  Є: 'e',
  э: 'e',
  З: 'e',
  з: 'e',
  ѕ: 's',
  Ѕ: 's',
  і: 'l',
  І: 'l',
  ї: 'l',
  Ї: 'l',
  ј: 'j',
  Ј: 'j',
  к: 'k',
  К: 'k',
  ќ: 'k',
  Ќ: 'k',
  м: 'm',
  М: 'm',
  н: 'h',
  Н: 'h',
  о: 'o',
  О: 'o',
  р: 'p',
  Р: 'p',
  т: 't',
  Т: 't',
  у: 'y',
  У: 'y',
  ў: 'y',
  Ў: 'y',
  х: 'x',
  Х: 'x',
  ћ: 'h',
  Ћ: 'h',
  ђ: 'h',
  г: 'r',
  п: 'n',
  и: 'n',
  ѵ: 'v',
  б: 'b',
  // Greek: capitals and small letters look like different Latin ones
  Α: 'a',
  Β: 'b',
  Ε: 'e',
  Ζ: 'z',
  Η: 'h',
  Ι: 'l',
  Κ: 'k',
  Μ: 'm',
  Ν: 'n',
  Ο: 'o',
  Ρ: 'p',
  Τ: 't',
  Υ: 'y',
  Χ: 'x',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  ς: 'c',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  δ: 'o',
  θ: 'o',
  Θ: 'o',
  // Latin letters that NFKD does not decompose
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'l',
  ł: 'l',
  ŀ: 'l',
  ŧ: 't',
  ĸ: 'k',
  ŋ: 'n',
  ß: 'b',
  þ: 'p',
  // Digits, and letters that are hard to tell apart
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  i: 'l',
};

/** Symbols that may stand for letters. */
const signs: Readonly<Record<string, string>> = { '@': 'a', $: 's', '€': 'e', '£': 'l', '!': 'l', '|': 'l', '(': 'c', '[': 'c', '+': 't' };

/** Two letters that look like one. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
];

function skeletonOf(word: string, asLetters: boolean): string {
  const letters = [...word]
    .map((letter) => {
      const small = letter.toLowerCase();
      return lookalikes[letter] ?? lookalikes[small] ?? (asLetters ? signs[letter] : undefined) ?? small;
    })
    .join('')
    .replace(/[^\p{L}\p{Nd}]/gu, '');
  return pairs.reduce((text, [two, one]) => text.replace(two, one), letters);
}

/** Names of at least this length are also found inside longer words; shorter ones (ING) occur in ordinary words. */
const minEmbeddedLength = 6;

/** Whether a text contains this name or a look-alike, disregarding accents, spaces and symbols. */
export function resembles(text: string, name: string): boolean {
  const wanted = wordsOf(name, false).join('');
  return (
    wanted !== '' &&
    [false, true].some((asLetters) => {
      const words = wordsOf(text, asLetters);
      return (
        (wanted.length >= minEmbeddedLength && words.join('').includes(wanted)) || words.some((_, from) => isRun(words.slice(from), wanted))
      );
    })
  );
}

const isRun = (words: readonly string[], wanted: string): boolean => words.some((_, last) => words.slice(0, last + 1).join('') === wanted);

const wordsOf = (text: string, asLetters: boolean): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(asLetters ? /[^\p{L}\p{Nd}@$€£!|([+]+/u : /[^\p{L}\p{Nd}]+/u)
    .map((word) => skeletonOf(word, asLetters))
    .filter((word) => word !== '');
