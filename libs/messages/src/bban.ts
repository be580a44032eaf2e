import { composeIBAN, getCountrySpecifications } from 'ibantools';

const countries = Object.entries(getCountrySpecifications()).flatMap(([countryCode, { bban_regexp: pattern }]) =>
  pattern ? [{ countryCode, pattern: new RegExp(pattern) }] : [],
);

/** The BBAN within an IBAN (ISO 13616): what follows country and check digits. */
export const bbanIn = (iban: string): string => iban.slice(4);

/** Every IBAN that a number may be the BBAN of: which country it is of, a number does not say. */
export const ibansOf = (bban: string): string[] =>
  countries.filter(({ pattern }) => pattern.test(bban)).flatMap(({ countryCode }) => composeIBAN({ countryCode, bban }) ?? []);
