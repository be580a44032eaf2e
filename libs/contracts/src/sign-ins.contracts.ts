import { IsFlag, IsFormat, IsText, Optional } from '@open-banking/http/field.decorator';
import Type from 'typebox';
import type { Shape } from './contract.js';
import { oneOf } from './schemas.js';

export class SignInRequest {
  @IsText({ max: 200, isSecret: true }) readonly login!: string;
  @IsText({ max: 200, isSecret: true }) readonly password!: string;
  @Optional() @IsText({ max: 512, isSecret: true }) readonly deviceCookie?: string;
}

/** The subject of a sign-in at the bank's OpenID provider. */
export class SubjectSignInRequest {
  @IsText({ max: 2_000 }) readonly issuer!: string;
  @IsText({ max: 2_000 }) readonly subject!: string;
}

/** The customer who may have opted out of access by third parties. */
export class OptOutQuery {
  @IsFormat('uuid') readonly psuId!: string;
}

export class ApprovalCodeTry {
  @IsFormat('uuid') readonly psuId!: string;
  @Optional() @IsFlag() readonly right?: boolean;
}

/** A customer who has shown who they are. */
export const SignedInCustomer = Type.Object({
  psuId: Type.String(),
  name: Type.String(),
});
export type SignedInCustomer = Shape<typeof SignedInCustomer>;

/**
 * `wrong` says neither whether the login exists nor which part was wrong; `locked` is returned for existing and invented logins alike.
 * `deviceCookie`: the cookie that this browser keeps from now on, so that it is known again.
 */
export const SignIn = Type.Union([
  Type.Object({
    customer: SignedInCustomer,
    deviceCookie: Type.String(),
  }),
  Type.Object({
    refused: Type.Literal('wrong'),
  }),
  Type.Object({
    refused: Type.Literal('locked'),
    until: Type.String(),
  }),
]);
export type SignIn = Shape<typeof SignIn>;

/** The customer who has signed in at the bank's OpenID provider. `unknown`: no customer of this bank. */
export const SubjectSignIn = Type.Union([
  Type.Object({
    customer: SignedInCustomer,
  }),
  Type.Object({
    refused: oneOf('unknown', 'locked'),
  }),
]);
export type SubjectSignIn = Shape<typeof SubjectSignIn>;

export const signInsMessages = {
  signInCustomer: { body: SignInRequest, response: SignIn },
  signInSubject: { body: SubjectSignInRequest, response: SubjectSignIn },
  readOptOut: {
    body: OptOutQuery,
    response: Type.Object({
      optedOut: Type.Boolean(),
    }),
  },
  countApprovalCode: {
    body: ApprovalCodeTry,
    /** Empty where the code was right. */
    response: Type.Object({ taken: Type.Optional(Type.Boolean()), lockedUntil: Type.Optional(Type.String()) }),
  },
} as const;
