/**
 * The countries of the SEPA schemes by the country of their IBANs: EPC409-09, the European Payments Council's list of SEPA scheme
 * countries, as of 22 May 2025, when Serbia became the 41st. Look at the list again when the EPC announces another one.
 */
export const sepaCountries = [
  // European Union.
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  // European Economic Area.
  ...['IS', 'LI', 'NO'],
  // Others.
  ...['AD', 'AL', 'CH', 'GB', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'],
] as const;

/** Territories of these countries with IBANs of their own; all other territories have those of their country (EPC409-09). */
export const sepaTerritories = ['GI'] as const;

const reached: ReadonlySet<string> = new Set([...sepaCountries, ...sepaTerritories]);

/** Whether SEPA reaches the account of an IBAN. */
export const isInSepa = (iban: string): boolean => reached.has(iban.slice(0, 2));
