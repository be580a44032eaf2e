import { IsListOf, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http';
import { operatorRoles, type OperatorRole } from '@open-banking/spec';

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
