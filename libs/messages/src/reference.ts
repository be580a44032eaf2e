import Type, { type Static } from 'typebox';
import { withDescription } from './annotation.js';
import { Currency } from './amount.js';
import { shekelNumberForm } from './bban.js';

/** ISO 20022 ExternalCashAccountType1Code, those this bank keeps. */
export const CashAccountType = Type.String({ enum: ['CACC', 'SVGS', 'LOAN', 'CARD', 'SCTS', 'TRAN', 'SALA', 'ODFT', 'MGLD', 'OTHR'] });

const OtherIdentification = Type.Object(
  {
    identification: Type.String({
      minLength: 1,
      maxLength: 35,
      format: 'identification',
      description: 'The identification itself, such as a securities account number.',
    }),
    schemeNameCode: Type.Optional(
      Type.String({ maxLength: 4, description: 'Identification scheme as an ISO 20022 code; absent where the scheme is proprietary.' }),
    ),
    schemeNameProprietary: Type.Optional(
      Type.String({ maxLength: 35, description: "Identification scheme in the bank's own words; absent where the scheme has a code." }),
    ),
    issuer: Type.Optional(Type.String({ maxLength: 35, description: 'Issuer of the identification; absent where it is not known.' })),
  },
  { additionalProperties: false },
);

/** One way of naming an account (NextGenPSD2 1.3.11 `accountReference`), and optionally its currency. No value with a `pan` is valid, wherever it comes from. */
export const AccountReference = Type.Object(
  {
    iban: Type.Optional(
      Type.String({ format: 'iban', examples: ['IL620108000000099999999'], description: 'IBAN (ISO 13616) in capitals without spaces.' }),
    ),
    bban: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z0-9]{1,30}$',
        'x-must': `be 1 to 30 letters and digits; of an account in Israel, ${shekelNumberForm}`,
        description: `Basic bank account number, for accounts without an IBAN; of an account in Israel, ${shekelNumberForm}.`,
      }),
    ),
    pan: Type.Optional(
      Type.String({
        pattern: '^[0-9]{12,19}$',
        'x-must': 'be 12 to 19 digits',
        'x-not-supported': 'Is not supported: the bank stores no card numbers. Identify the card by maskedPan.',
        description: 'Card number. Not supported: a request with it is answered 400, as the bank stores no card numbers; use `maskedPan`.',
      }),
    ),
    maskedPan: Type.Optional(
      Type.String({
        pattern: '^[0-9]{0,6}[*xX]{4,13}[0-9]{0,4}$',
        'x-must': 'be a masked card number, like "497010******1234"',
        maxLength: 35,
        description: 'Masked card number: at most the first six and the last four digits.',
      }),
    ),
    msisdn: Type.Optional(
      Type.String({
        pattern: '^\\+?[0-9]{5,34}$',
        'x-must': 'be a telephone number of 5 to 34 digits, with or without + before them',
        description: 'Mobile telephone number that stands for the account.',
      }),
    ),
    other: Type.Optional(
      withDescription(OtherIdentification, 'Another identification of the account, such as a securities account number.'),
    ),
    currency: Type.Optional(
      withDescription(Currency, 'Currency of the account, an ISO 4217 code; absent where it is not needed to tell accounts apart.'),
    ),
    cashAccountType: Type.Optional(
      withDescription(CashAccountType, 'Kind of account as an ISO 20022 ExternalCashAccountType1Code; absent where it does not matter.'),
    ),
  },
  { $id: 'AccountReference', additionalProperties: false, 'x-one-of-keys': ['iban', 'bban', 'maskedPan', 'msisdn', 'other'] },
);
export type AccountReference = Static<typeof AccountReference>;

/** A card number with its last four digits, in the form of `maskedPan`. */
export const maskedCardNumber = (pan: string): string => `${'*'.repeat(Math.min(pan.length - 4, 13))}${pan.slice(-4)}`;

/** A stored reference as it is answered: earlier releases stored card numbers, which are masked. */
export function storedReference<Reference extends AccountReference | undefined>(reference: Reference): Reference {
  if (reference?.pan === undefined) return reference;
  const { pan, ...rest } = reference;
  return { ...rest, maskedPan: maskedCardNumber(pan) } as Reference;
}

export const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  'x-must': 'be a country code of ISO 3166-1, like "DE"',
  description: 'Country as an ISO 3166-1 alpha-2 code.',
});
