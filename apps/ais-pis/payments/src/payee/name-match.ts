import { unpointedSpa } from './company-forms.js';
import { withMerged } from './merged-words.js';
import { differenceOfWords, type Difference, type WordsDifference } from './name-alignment.js';
import { nameWords, plain, type NameWords } from './name-words.js';
import { scriptsOf } from './scripts.js';

/** The names match; they differ in one thing, and the payer is shown the real one; they differ; they cannot be compared. */
export type MatchResult = 'MATCH' | 'CLOSE' | 'NO_MATCH' | 'NOT_POSSIBLE';

export interface Verdict {
  readonly result: MatchResult;
  readonly reason: Reason;
}

type Reason = 'equal' | Difference | 'different' | 'nothing to compare' | 'other script';

/** Whether a payee is called what the payer calls it. MATCH only where nothing but spelling conventions differs: no typing error and no initial matches. */
export function compareNames(given: string, real: string): Verdict {
  const [asked, own] = [nameWords(given), nameWords(real)];
  if (asked.words.length === 0 || own.words.length === 0) return { result: 'NOT_POSSIBLE', reason: 'nothing to compare' };
  if (!sharesScript(asked, own)) return { result: 'NOT_POSSIBLE', reason: 'other script' };
  const differences = [differenceOfForms(asked, own), ...differencesOfWords(asked, own)].filter((difference) => difference !== undefined);
  const [reason = 'equal', second] = differences;
  if (reason === 'different' || second !== undefined) return { result: 'NO_MATCH', reason: 'different' };
  return { result: reason === 'equal' ? 'MATCH' : 'CLOSE', reason };
}

function differencesOfWords(asked: NameWords, own: NameWords): WordsDifference[] {
  const company = isCompany(asked, own);
  const [given, real] = company ? [asked.titled, own.titled] : [asked.words, own.words];
  const [one, other] = [withMerged(given, real), withMerged(real, given)];
  // Letters beside further words may be initials, such as "A. L. Cohen", or a name: "Al Cohen".
  const mayBeInitials = (one.isJoined || other.isJoined) && !company && one.words.length > 1;
  return [
    differenceOfWords(one.words, other.words, company, asked.forms.length > 0 && own.forms.length > 0),
    mayBeInitials ? 'initials' : undefined,
    one.isAnother || other.isAnother ? 'one word or two' : undefined,
  ];
}

/** The best verdict over all names of an account's owners, and the name that it is about. */
export function bestMatch(given: string, names: readonly string[]): Verdict & { readonly name?: string } {
  const verdicts = names.map((name) => ({ ...compareNames(given, name), name }));
  for (const result of ['MATCH', 'CLOSE', 'NO_MATCH'] as const) {
    const found = verdicts.find((verdict) => verdict.result === result);
    if (found) return found;
  }
  return verdicts[0] ?? { result: 'NOT_POSSIBLE', reason: 'nothing to compare' };
}

const isCompany = (...names: readonly NameWords[]): boolean =>
  names.some(({ forms, company }) => forms.length > 0 || company !== undefined);

const joinedWords = ({ words }: NameWords): string => words.map(plain).join('');

/** A name in Latin letters says nothing about one in Hebrew letters: transliteration is not unique. */
function sharesScript(one: NameWords, other: NameWords): boolean {
  const [ofOne, ofOther] = [scriptsOf(joinedWords(one)), scriptsOf(joinedWords(other))];
  return (ofOne.length === 0 && ofOther.length === 0) || ofOne.some((script) => ofOther.includes(script));
}

/** Leaving out the legal form is one difference. Another form, a second one, or "& Co" alone is another company. */
function differenceOfForms(one: NameWords, other: NameWords): WordsDifference {
  const [few, many] = one.forms.length < other.forms.length ? [one, other] : [other, one];
  if (few.forms.length === 0 && many.forms.length > 0)
    return many.forms.includes('andco') && many.forms.length < 3 ? 'different' : 'form of company';
  if (few.forms.join() !== many.forms.join()) return differenceOfPoints(few, many);
  const isSaid = few.company === many.company || (few.forms.length > 0 && !isAbbreviated(few, many));
  return isSaid ? undefined : 'form of company';
}

/** The forms of a name as if Spa had points. */
const pointed = ({ forms }: NameWords): string => forms.join().replaceAll(unpointedSpa, 'spa');

/** Spa without points may be a form or a word. */
const differenceOfPoints = (one: NameWords, other: NameWords): WordsDifference =>
  pointed(one) === pointed(other) ? 'form of company' : 'different';

const isAbbreviated = (...names: readonly NameWords[]): boolean => names.some(({ company }) => company === 'abbreviation');
