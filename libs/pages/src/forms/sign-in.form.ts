import { IsStep, IsTextField } from './form-field.decorator.js';

/** Characters of a user name and of a password, at most. */
export const credentialCharacters = 200;

/** Who a customer is. */
export class SignInForm {
  @IsStep('sign-in')
  readonly step!: 'sign-in';

  @IsTextField({ max: credentialCharacters, trimmed: true })
  readonly login!: string;

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}
