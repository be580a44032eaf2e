import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { isCurrency } from './currencies.js';
import { firstBookDay, isDate, isInstant, isValueDay, lastValueDay } from './dates.js';
import { lineFault, visibleLine, visibleNumber } from './visible-text.js';

/** The form of a text: its description, after "Must be", and the check. */
export interface TextFormat {
  readonly says: string;
  readonly is: (text: string) => boolean;
  /** The fault of a text, as a sentence, if `says` would not help to find it. */
  readonly fault?: (text: string) => string | undefined;
}

const lineFormat = (says: string, line: typeof visibleLine): TextFormat => ({
  says,
  is: (text) => lineFault(text, line) === undefined,
  fault: (text) => lineFault(text, line),
});

const ofPackage = (name: 'uri' | 'email'): TextFormat['is'] => {
  const format = fullFormats[name];
  return typeof format === 'function' ? (text) => format(text) as boolean : (text) => (format as RegExp).test(text);
};

/** The forms of text this bank knows, in JSON Schema (`format`) and in decorated classes (`@IsFormat`). */
export const formats = {
  date: { says: 'a day that exists, as YYYY-MM-DD', is: isDate },
  'book-day': { says: `a day from ${firstBookDay} to ${lastValueDay}, as YYYY-MM-DD`, is: (text) => isDate(text) && isValueDay(text) },
  'date-time': { says: 'an instant with offset (ISO 8601)', is: isInstant },
  // The package's own takes `urn:uuid:` before it, which no uuid column does.
  uuid: { says: 'a UUID', is: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) },
  currency: { says: 'a currency code of ISO 4217', is: isCurrency },
  iban: {
    says: 'an IBAN in capitals without spaces, with the right check digits',
    is: (text) => /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(text) && isValidIBAN(text),
  },
  // ibantools takes lower-case BICs; ISO 9362 does not.
  bic: { says: 'a BIC (ISO 9362)', is: (text) => /^[A-Z0-9]{8}([A-Z0-9]{3})?$/.test(text) && isValidBIC(text) },
  uri: { says: 'a valid uri', is: ofPackage('uri') },
  email: { says: 'a valid email', is: ofPackage('email') },
  line: lineFormat('one line of visible characters', visibleLine),
  identification: lineFormat('one line of visible characters, without marks of direction', visibleNumber),
} as const satisfies Record<string, TextFormat>;
export type FormatName = keyof typeof formats;
