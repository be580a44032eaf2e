import type { TSchema } from 'typebox';

/** A copy with these keywords: one schema describes fields of many kinds. TypeBox keeps what makes a field optional in hidden properties. */
export const withKeywords = <S extends TSchema>(schema: S, keywords: object): S =>
  Object.assign(Object.create(Object.getPrototypeOf(schema) as object, Object.getOwnPropertyDescriptors(schema)) as S, keywords);

/**
 * A schema with the sentence that says what this field holds: `valueDate: described(IsoDate, 'Day from which …')`. Every
 * field has one (unit, form, when it is absent); `npm run generate` fails for a field without it.
 */
export const withDescription = <S extends TSchema>(schema: S, description: string): S => withKeywords(schema, { description });
