import { keptFormats } from './kept-formats.js';
import { arabic } from './locales/locale.ar.js';
import { english, type Locale } from './locales/locale.en.js';
import { hebrew } from './locales/locale.he.js';

export type { Locale };
export const languages = ['en', 'he', 'ar'] as const;
export type Language = (typeof languages)[number];

const catalogue: Readonly<Record<Language, Locale>> = { en: english, he: hebrew, ar: arabic };
export const localeOf = (language: Language): Locale => catalogue[language];

/** The switch on the page first, then what the browser prefers, then English. */
export function languageOf(chosen: string | undefined, accept = ''): Language {
  const preferred = accept
    .split(',')
    .map((range) => {
      const [tag = '', quality = 'q=1'] = range
        .trim()
        .split(';')
        .map((part) => part.trim());
      // `iw` is what old devices call Hebrew.
      return { tag: tag.slice(0, 2).toLowerCase().replace('iw', 'he'), quality: Number(quality.slice(2)) || 0 };
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
  return [chosen, ...preferred].find((tag): tag is Language => (languages as readonly (string | undefined)[]).includes(tag)) ?? 'en';
}

/** A name of whatever script inside a sentence of another: neither turns the other round (FSI, PDI). */
export const bidiIsolate = (name: string): string => `\u2068${name}\u2069`;

/** Amounts, days and account numbers stand side by side, so all have the same digits. */
const intlLocales: Readonly<Record<Language, string>> = { en: 'en-GB', he: 'he-IL', ar: 'ar-IL-u-nu-latn' };
export const intlLocaleOf = (language: Language): string => intlLocales[language];

const dayFormat = keptFormats(
  (language: Language) => new Intl.DateTimeFormat(intlLocaleOf(language), { dateStyle: 'long', timeZone: 'UTC' }),
);
const zonedTimeFormat = keptFormats(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(intlLocaleOf(language), { hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' }),
);
const timeFormat = keptFormats(
  (language: Language, timeZone: string) =>
    new Intl.DateTimeFormat(intlLocaleOf(language), { hour: '2-digit', minute: '2-digit', timeZone }),
);

/** `2027-03-20` as a reader writes it. */
export const longDate = (day: string, language: Language): string => dayFormat(language).format(new Date(`${day}T00:00:00Z`));

export const clockTime = (instant: Date, language: Language, timeZone: string): string => timeFormat(language, timeZone).format(instant);

/** The same with its time zone, where a customer abroad must know by when to act. */
export const zonedTime = (instant: Date, language: Language, timeZone: string): string =>
  zonedTimeFormat(language, timeZone).format(instant);
