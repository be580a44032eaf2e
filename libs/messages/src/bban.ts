import { composeIBAN, getCountrySpecifications } from 'ibantools';

const countries = Object.entries(getCountrySpecifications()).flatMap(([countryCode, { bban_regexp: pattern }]) =>
  pattern ? [{ countryCode, pattern: new RegExp(pattern) }] : [],
);

/** The BBAN within an IBAN (ISO 13616): what follows country and check digits. */
export const bbanIn = (iban: string): string => iban.slice(4);

/** Every IBAN that a number may be the BBAN of: which country it is of, a number does not say. */
export const ibansOf = (bban: string): string[] =>
  countries.filter(({ pattern }) => pattern.test(bban)).flatMap(({ countryCode }) => composeIBAN({ countryCode, bban }) ?? []);

/** The country of shekel accounts. */
export const shekelCountry = 'IL';

/** A domestic account number of Israel, the BBAN of its IBANs. */
export const isShekelNumber = (bban: string): boolean => /^[0-9]{19}$/.test(bban);

/** The composition of a domestic account number of Israel, as the end of a sentence, with an account as people write it. */
export const shekelNumberForm =
  'the 19 digits of bank (3), branch (3) and account (13), each with zeros in front: 10-936-07869660 is 0109360000007869660';
