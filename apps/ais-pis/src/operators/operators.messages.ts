import { operatorRoles, type OperatorRole } from '@open-banking/spec';
import Type, { type Static } from 'typebox';

/** What a new operator may do, and the public part of its key. */
export const OperatorRequest = Type.Object(
  {
    roles: Type.Array(Type.Unsafe<OperatorRole>({ type: 'string', enum: [...operatorRoles] }), {
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    }),
    publicKey: Type.Object(
      {
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        x: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
        alg: Type.Optional(Type.Literal('EdDSA')),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type OperatorRequest = Static<typeof OperatorRequest>;
