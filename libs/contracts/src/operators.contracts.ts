import { IsListOf, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { operatorRoles, type OperatorRole, operatorsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';

/** The public part of an Ed25519 key (RFC 8037). */
class OperatorKey {
  @IsOneOf('OKP') readonly kty!: string;
  @IsOneOf('Ed25519') readonly crv!: string;
  @IsText({ matches: /^[A-Za-z0-9_-]{43}$/, must: 'be the 32 bytes of a public key in base64url' }) readonly x!: string;
  @Optional() @IsOneOf('EdDSA') readonly alg?: string;
}

/** The roles of a new operator and its public key. */
export class OperatorRequest {
  @IsListOf(IsOneOf(...operatorRoles), { min: 1, max: operatorRoles.length, distinct: true }) readonly roles!: OperatorRole[];
  @IsNested(() => OperatorKey) readonly publicKey!: OperatorKey;
}

export const OperatorRow = Type.Object({
  name: Type.String(),
  roles: Type.Array(oneOf(...operatorRoles)),
  addedAt: Type.String(),
  addedBy: nullable(Type.String()),
  removedBy: nullable(Type.String()),
  removedAt: nullable(Type.String()),
});
export type OperatorRow = Shape<typeof OperatorRow>;

/** An operator with a key of its own, as the internal port knows it. */
export const NamedOperator = Type.Object({
  name: Type.String(),
  roles: Type.Array(oneOf(...operatorRoles)),
  /** Ed25519, public part only. */
  publicKey: Type.Object({}),
});

export const operatorsContracts = contracts(operatorsInternal, {
  findOperator: { response: NamedOperator },
  listOperators: { response: Type.Array(OperatorRow) },
  addOperator: {
    body: OperatorRequest,
    response: Type.Object({
      name: Type.String(),
      roles: Type.Array(Type.String()),
    }),
  },
  removeOperator: {},
});
