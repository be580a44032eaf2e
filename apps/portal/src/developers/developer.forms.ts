import { credentialCharacters, IsStep, IsTextField } from '@open-banking/pages';

export class DeveloperSignInForm {
  @IsStep('sign-in')
  readonly step!: 'sign-in';

  @IsTextField({ max: credentialCharacters, trimmed: true })
  readonly email!: string;

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}

export class DeveloperSignOutForm {
  @IsStep('sign-out')
  readonly step!: 'sign-out';
}

export class DeleteAccountForm {
  @IsStep('delete-account')
  readonly step!: 'delete-account';

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}

export class SignUpForm {
  @IsStep('sign-up')
  readonly step!: 'sign-up';

  @IsTextField({ max: credentialCharacters, trimmed: true })
  readonly email!: string;

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}

export class ConfirmationForm {
  @IsStep('confirm')
  readonly step!: 'confirm';

  @IsTextField({ max: 100 })
  readonly code!: string;

  /** The one of this sign-up. */
  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}
