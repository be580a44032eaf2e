import Type, { type Static } from 'typebox';
import { Currency } from './amount.js';

/** ISO 20022 ExternalCashAccountType1Code, those this bank keeps. */
export const CashAccountType = Type.String({ enum: ['CACC', 'SVGS', 'LOAN', 'CARD', 'SCTS', 'TRAN', 'SALA', 'ODFT', 'MGLD', 'OTHR'] });

const OtherIdentification = Type.Object(
  {
    identification: Type.String({ minLength: 1, maxLength: 35 }),
    schemeNameCode: Type.Optional(Type.String({ maxLength: 4 })),
    schemeNameProprietary: Type.Optional(Type.String({ maxLength: 35 })),
    issuer: Type.Optional(Type.String({ maxLength: 35 })),
  },
  { additionalProperties: false },
);

/** One way of naming an account (NextGenPSD2 1.3.11 `accountReference`), and optionally its currency. */
export const AccountReference = Type.Object(
  {
    iban: Type.Optional(Type.String({ format: 'iban', examples: ['IL620108000000099999999'] })),
    bban: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,30}$' })),
    pan: Type.Optional(Type.String({ pattern: '^[0-9]{12,19}$' })),
    maskedPan: Type.Optional(Type.String({ pattern: '^[0-9]{0,6}[*xX]{4,13}[0-9]{0,4}$', maxLength: 35 })),
    msisdn: Type.Optional(Type.String({ pattern: '^\\+?[0-9]{5,34}$' })),
    other: Type.Optional(OtherIdentification),
    currency: Type.Optional(Currency),
    cashAccountType: Type.Optional(CashAccountType),
  },
  { $id: 'AccountReference', additionalProperties: false, 'x-one-of-keys': ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other'] },
);
export type AccountReference = Static<typeof AccountReference>;
