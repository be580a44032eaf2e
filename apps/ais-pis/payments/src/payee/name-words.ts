import { normalForm, spelledOutForm, withoutSpacingAccents } from '../party-names/normal-form.js';
import {
  abbreviatedCompany,
  companyWords,
  formsAtTheEnd,
  formsInFront,
  qualifiedForms,
  qualifiers,
  spelledForms,
} from './company-forms.js';
import { conjunctions, particles, titlesBehind, titlesInFront } from './person-titles.js';

/** A word of a name. */
export interface Word {
  /** Its accepted spellings, the plain one first: a German or Nordic letter may be written as one letter or as two. */
  readonly spellings: readonly string[];
  /** Whether "and" or "&" stands before it. */
  readonly isAdded: boolean;
  /** Whether a hyphen joins it to the word before. */
  readonly isHyphened: boolean;
  /** Whether a comma stands before it. */
  readonly isAfterComma: boolean;
}

/** A name as it is compared. */
export interface NameWords {
  /** Without titles and forms of company, in their order. */
  readonly words: readonly Word[];
  /** The same with its titles, which are words like any other in the name of a company: Mr Price Ltd. */
  readonly titled: readonly Word[];
  /** The legal forms, by their usual short name; "andco" for "& Co". */
  readonly forms: readonly string[];
  /** What says that the name is a company's without being a legal form: a word such as Company or חברת, or its abbreviation, which may be an initial. */
  readonly company?: 'word' | 'abbreviation' | undefined;
}

/** A word in its plain spelling. */
export const plain = ({ spellings: [first = ''] }: Word): string => first;

/** Words written with a point after each letter or two, such as G.m.b.H., Ph.D. or J.R.R. */
const pointed = /(?<![\p{L}\p{N}])(?:\p{L}{1,2}\.){2,}\p{L}{0,2}(?![\p{L}\p{N}])/gu;
/** Geresh, apostrophes, and the quotation marks that stand for gershayim between Hebrew letters. */
const insideWords = /['’‘`´ʼ׳]|(?<=\p{Script=Hebrew}\p{M}*)["“”„״](?=\p{Script=Hebrew})/gu;

const isAbbreviation = (word: string): boolean => formsAtTheEnd.has(word) || titlesInFront.has(word) || titlesBehind.has(word);

/** Puts an abbreviation together; the letters of anything else stay words of their own. */
function joined(letters: string): string {
  const word = letters.replaceAll('.', '');
  return isAbbreviation(normalForm(word)) ? word : letters.replaceAll('.', ' ');
}

function wordsIn(name: string): Word[] {
  const text = spelledForms
    .reduce(
      (text, [form, word]) => text.replace(form, word),
      withoutSpacingAccents(name)
        .replace(/\p{Cf}/gu, '')
        .normalize('NFKC')
        .toUpperCase()
        .trim(),
    )
    .replace(insideWords, '')
    .replace(/[&+]/gu, ' AND ')
    .replace(pointed, joined);
  const [words, out] = [normalForm(text), spelledOutForm(text)].map((one) => [
    ...one.matchAll(/([^\p{L}\p{M}\p{N}]*)([\p{L}\p{M}\p{N}]+)/gu),
  ]) as [RegExpExecArray[], RegExpExecArray[]];
  return words.flatMap(([, between = '', word = ''], at) =>
    conjunctions.has(word)
      ? []
      : [
          {
            spellings: [...new Set([word, out[at]?.[2] ?? word, ...(otherSpellings.get(word) ?? [])])],
            isAdded: at > 0 && conjunctions.has(words[at - 1]![2]!),
            isHyphened: at > 0 && /^\p{Pd}$/u.test(between),
            isAfterComma: at > 0 && /[,،、]/u.test(between),
          },
        ],
  );
}

/** A word that is written in two ways in Arabic names. */
const otherSpellings: ReadonlyMap<string, readonly string[]> = new Map([['ابن', ['بن']]]);

interface Reduced {
  readonly words: readonly Word[];
  readonly forms: readonly string[];
  readonly isCompany: boolean;
}

/** Takes the legal forms off the end of a name; the last word stays, whatever it is. */
function withoutFormsAtTheEnd(all: readonly Word[]): Reduced {
  const forms: string[] = [];
  let [words, isCompany] = [all, false];
  for (; words.length > 1; words = words.slice(0, -1)) {
    const [before, last] = words.slice(-2) as [Word, Word];
    const form = formsAtTheEnd.get(plain(last));
    if (form !== undefined && !particles.has(plain(before))) forms.push(form);
    else if (!qualifiers.has(plain(last))) break;
    else if (last.isAdded || formsAtTheEnd.has(plain(before))) forms.push('andco');
    else if (!forms.some((one) => qualifiedForms.has(one))) isCompany = true;
  }
  return { words, forms, isCompany };
}

/** Takes the legal forms and the words for a company off the beginning; a form in front is the same as behind, or the only one. */
function withoutFormsInFront({ words: all, forms: behind, isCompany: before }: Reduced): Omit<NameWords, 'titled'> {
  const forms = new Set(behind);
  let [words, isCompany] = [all, before];
  for (; words.length > 1; words = words.slice(1)) {
    const first = plain(words[0]!);
    const form = formsInFront.get(first);
    if (form !== undefined && (forms.size === 0 || forms.has(form))) forms.add(form);
    else if (companyWords.inFront.has(first)) isCompany = true;
    else break;
  }
  const rest = forms.size > 0 ? withoutAbbreviation(words) : words;
  const company = rest === words ? isCompany && 'word' : 'abbreviation';
  return { words: rest, forms: [...forms], ...(company && { company }) };
}

const withoutAbbreviation = (words: readonly Word[]): readonly Word[] =>
  words.length > 1 && plain(words[0]!) === abbreviatedCompany ? words.slice(1) : words;

/** The words of a name. A title or form that would leave too little is a word like any other: there are people called Mar and Sa. */
export function nameWords(name: string): NameWords {
  const reduced = withoutFormsInFront(withoutFormsAtTheEnd(wordsIn(name)));
  const titled = reduced.words;
  const isCompany = reduced.forms.length > 0 || reduced.company !== undefined;
  return { ...reduced, titled, words: isCompany ? titled : withoutTitles(titled) };
}

function withoutTitles(all: readonly Word[]): readonly Word[] {
  let words = all;
  while (words.length > 2 && titlesBehind.has(plain(words.at(-1)!))) words = words.slice(0, -1);
  while (words.length > 2 && titlesInFront.has(plain(words[0]!))) {
    const [title, next, ...rest] = words as [Word, Word, ...Word[]];
    // "Mr and Mrs Dana Levi" are two.
    words = [title.isAdded ? { ...next, isAdded: true } : next, ...rest];
  }
  return words;
}

/** A text that is equal for names that are written as the same words. */
export const nameKey = (name: string): string => {
  const { words, forms, company = '' } = nameWords(name);
  return JSON.stringify([words.map(plain), forms, company]);
};
