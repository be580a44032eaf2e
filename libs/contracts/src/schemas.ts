import Type, { type TSchema } from 'typebox';

/** The value, or null. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** It is done. */
export const Done = Type.Object({});

/** One of these texts. */
export const oneOf = <const Value extends string>(...values: readonly Value[]) => Type.Enum([...values]) as unknown as Type.TEnum<Value[]>;

/** An amount as the messages of the interface have it. */
export const Money = Type.Object({ currency: Type.String(), amount: Type.String() });

/** The status of a mandate. */
export const MandateStatus = oneOf('RCVD', 'PATC', 'RJCT', 'CANC', 'ACTV', 'SUSP', 'EXPI');
