/** A word in its accepted spellings: a German or Nordic letter may be written as one letter or as two. */
export type Word = readonly string[];

/** A name as it is compared. */
export interface NameWords {
  /** Without titles and forms of company, in their order. */
  readonly words: readonly Word[];
  /** The forms of company at the end, by their usual short name. */
  readonly forms: readonly string[];
}

/** Letters that decomposition leaves whole, and those with a second spelling. */
const spellings: Readonly<Record<string, readonly [plain: string, spelledOut?: string]>> = {
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  å: ['a', 'aa'],
  ø: ['o', 'oe'],
  ß: ['ss'],
  æ: ['ae'],
  œ: ['oe'],
  þ: ['th'],
  ð: ['d'],
  đ: ['d'],
  ħ: ['h'],
  ł: ['l'],
  ı: ['i'],
  ך: ['כ'],
  ם: ['מ'],
  ן: ['נ'],
  ף: ['פ'],
  ץ: ['צ'],
  װ: ['וו'],
  ױ: ['וי'],
  ײ: ['יי'],
};

const marks = /\p{M}/gu;

/** Lower case without marks (diacritics, niqqud), in the plain spelling and the one with letters spelled out. */
function spelled(word: string): Word {
  const letters = [...word.normalize('NFC')];
  const plain = letters.map((letter) => spellings[letter]?.[0] ?? letter).join('');
  const out = letters.map((letter) => spellings[letter]?.[1] ?? spellings[letter]?.[0] ?? letter).join('');
  return [...new Set([plain, out].map((one) => one.normalize('NFD').replace(marks, '')))].filter((one) => one !== '');
}

const folded = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => spelled(word)[0]!));

/** Dropped at the beginning. */
const titles = folded(
  'mr mrs ms miss mx madam dr prof professor sir rev rabbi herr frau hr fr dipl ing mag monsieur mme mlle dott sig מר גב גברת הגב הגברת דר פרופ פרופסור הרב אדון מרת עוד רוח אינג',
);
/** Dropped at the end. */
const degrees = folded('phd md mba esq msc bsc cpa');
const conjunctions = folded('and und et');

/** Forms of company by their usual short name; an empty one says nothing by itself. */
const companyForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ltd: 'ltd limited בעמ',
    inc: 'inc incorporated',
    corp: 'corp corporation',
    gmbh: 'gmbh mbh',
    spzoo: 'spzoo',
    assoc: 'ער עמותה',
    partnership: 'שותפות',
    '': 'co company pty',
    ...Object.fromEntries(
      'llc plc llp lp ag kg ohg ug kgaa se sa sas sarl srl spa bv nv oy oyj ab as aps kft sro חלצ'.split(' ').map((form) => [form, form]),
    ),
  }).flatMap(([form, words]) => [...folded(words)].map((word): [string, string] => [word, form])),
);

/** Words written with a point after each letter or two, such as G.m.b.H., Ph.D. or J.R.R. */
const pointed = /(?<![\p{L}\p{N}])(?:\p{L}{1,2}\.){2,}\p{L}{0,2}(?![\p{L}\p{N}])/gu;
/** Geresh, apostrophes, and the quotation marks that stand for gershayim between Hebrew letters. */
const insideWords = /['’‘`´ʼ׳]|(?<=\p{Script=Hebrew}\p{M}*)["“”„״](?=\p{Script=Hebrew})/gu;

const isAbbreviation = (word: string): boolean => companyForms.has(word) || titles.has(word) || degrees.has(word);

/** Puts an abbreviation together; the letters of anything else stay words of their own. */
function joined(letters: string): string {
  const word = letters.replaceAll('.', '');
  return isAbbreviation(word) ? word : letters.replaceAll('.', ' ');
}

function wordsIn(name: string): Word[] {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(/(?<!\p{L})sp\.? ?z\.? ?o\.? ?o\.?(?!\p{L})/gu, 'spzoo')
    .replace(insideWords, '')
    .replace(pointed, joined)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(spelled)
    .filter(([plain]) => plain !== undefined && !conjunctions.has(plain));
}

/** The words of a name. A title or form that would leave too little is a word like any other: there are people called Mar and Sa. */
export function nameWords(name: string): NameWords {
  let words = wordsIn(name);
  const forms: string[] = [];
  for (
    let form = companyForms.get(words.at(-1)?.[0] ?? '');
    form !== undefined && words.length > 1;
    form = companyForms.get(words.at(-1)![0]!)
  ) {
    if (form !== '') forms.push(form);
    words = words.slice(0, -1);
  }
  while (words.length > 2 && degrees.has(words.at(-1)![0]!)) words = words.slice(0, -1);
  while (words.length > 2 && titles.has(words[0]![0]!)) words = words.slice(1);
  return { words, forms: forms.sort() };
}
