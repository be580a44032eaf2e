import { normalForm } from '../party-names/normal-form.js';

/** Words by the short name of what they say: `{ ltd: 'ltd limited' }` gives LTD and LIMITED, both as `ltd`. */
function byWord(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([form, words]) => words.split(' ').map((word) => [normalForm(word), form] as const)));
}

const asTheyAre = (words: string): Record<string, string> => Object.fromEntries(words.split(' ').map((word) => [word, word]));

/** The form of a name that ends in Spa or SPA. */
export const unpointedSpa = 'spa without points';

/** Legal forms at the end of a name, by their usual short name. */
export const formsAtTheEnd = byWord({
  ltd: 'ltd limited בעמ',
  inc: 'inc incorporated',
  corp: 'corp corporation',
  gmbh: 'gmbh mbh',
  ek: 'ek ekfm ekfr',
  assoc: 'ער עמותה',
  partnership: 'שותפות',
  andco: 'ושות ושותפיו وشركاه وشركاؤه وشركائه',
  llc: 'llc ذمم',
  sae: 'شمم',
  sal: 'شمل',
  spa: 'societaperazioni',
  oy: 'oy oyj',
  // Without points it may be a word: Beauty Spa.
  [unpointedSpa]: 'spa',
  ag: 'ag aktiengesellschaft',
  kg: 'kg kommanditgesellschaft',
  ohg: 'ohg',
  ...asTheyAre('plc llp lp kgaa ug gbr eg ev eu se sa sas sasu sarl eurl sci snc scp scs srl srls bv nv vof cv'),
  ...asTheyAre('sl slu lda ltda ab aps as asa kft zrt nyrt sro spzoo doo ooo ооо зао оао пао тов חלצ אגשח'),
});

/** Legal forms in front of a name. */
export const formsInFront = byWord({
  assoc: 'עמותת עמותה העמותה جمعية',
  partnership: 'שותפות',
  ...asTheyAre('sarl sas sasu eurl sci snc scp selarl sa srl sprl asbl vzw stichting ooo ооо зао оао пао тов'),
});

/** Words that only say that the name is a company's. */
export const companyWords = {
  atTheEnd: new Set(['CO', 'COMPANY', 'CIE', 'CIA']),
  inFront: new Set(['חברת', 'החברה', 'חב', 'شركة', 'FIRMA', 'MESSRS'].map(normalForm)),
};

/** Part of a longer form before another one: "Co. Ltd", "Pty Ltd". */
export const qualifiers: ReadonlySet<string> = new Set([...companyWords.atTheEnd, 'PTY', 'PTE', 'PVT', 'PROPRIETARY', 'PRIVATE']);
/** Forms that a qualifier belongs to. */
export const qualifiedForms: ReadonlySet<string> = new Set(['ltd', 'inc', 'llc', 'plc', 'corp']);

/** "ד'" before the name of a company stands for חברת, or is an initial. */
export const abbreviatedCompany = 'ד';

/** Forms and titles with spaces, strokes, points or gershayim that would fall apart or be another word, and the word that each becomes. */
export const spelledForms: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})S\. ?P\. ?A\.?(?!\p{L})|(?<!\p{L})SOCIET[ÀA]['’]? PER AZIONI(?!\p{L})/gu, 'SOCIETAPERAZIONI'],
  [/(?<!\p{L})GESELLSCHAFT MIT BESCHR(?:Ä|AE|A)NKTER HAFTUNG(?!\p{L})/gu, 'GMBH'],
  [/(?<!\p{L})OFFENE HANDELSGESELLSCHAFT(?!\p{L})/gu, 'OHG'],
  [/(?<!\p{L})PUBLIC LIMITED COMPANY(?!\p{L})/gu, 'PLC'],
  [/(?<!\p{L})LIMITED LIABILITY COMPANY(?!\p{L})/gu, 'LLC'],
  [/(?<!\p{L})SOCI[ÉE]T[ÉE] ANONYME(?!\p{L})/gu, 'SA'],
  [/(?<!\p{L})E\. ?KF([MR])\.?(?!\p{L})/gu, 'EKF$1'],
  [/(?<!\p{L})M\/S(?!\p{L})/gu, 'MESSRS'],
  [/(?<!\p{L})([ذش])\.? م\.? ([مل])\.?(?!\p{L})/gu, '$1م$2'],
  // A word that ends in signs: C++ and C#, and no "and".
  [/(?<=[\p{L}\p{N}])\+\+(?![\p{L}\p{N}])/gu, 'PLUSPLUS'],
  [/(?<=[\p{L}\p{N}])\+(?![\p{L}\p{N}])/gu, 'PLUS'],
  [/(?<=\p{L})#/gu, 'SHARP'],
  [/(?<!\p{L})SP\.? ?Z\.? ?O\.? ?O\.?(?!\p{L})/gu, 'SPZOO'],
  [/(?<!\p{L})S\.? ?À\.? ?R\.? ?L\.?(?!\p{L})/gu, 'SARL'],
  [/(?<!\p{L})E\. ?(K|V|U|G)\.?(?!\p{L})$/gu, 'E$1'],
  [/(?<!\p{L})([AK])\/S(?!\p{L})/gu, '$1S'],
  [/(?<!\p{L})SIG\.RA(?!\p{L})/gu, 'SIGRA'],
  [/(?<!\p{L})DOTT\.SSA(?!\p{L})/gu, 'DOTTSSA'],
  [/(?<!\p{L})ד(?:["“”„״]|['’׳]{2})ר(?!\p{L})/gu, 'דוקטור'],
];
