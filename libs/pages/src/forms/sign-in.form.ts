import { IsStep, IsTextField } from './form-field.decorator.js';

/** Characters of a user name and of a password, at most. */
export const credentialCharacters = 200;

/** Who a customer is. */
export class SignInForm {
  @IsStep('sign-in')
  readonly step!: 'sign-in';

  @IsTextField({ most: credentialCharacters, trimmed: true })
  readonly login!: string;

  @IsTextField({ most: credentialCharacters })
  readonly password!: string;
}
