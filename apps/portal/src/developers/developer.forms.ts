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

/** In the sandbox: in the browser that has just typed the password of the sign-up. */
export class ConfirmHereForm {
  @IsStep('confirm-here')
  readonly step!: 'confirm-here';

  /** The code, sealed for this browser. */
  @IsTextField({ max: 300 })
  readonly proof!: string;
}

export class AskPasswordResetForm {
  @IsStep('ask-reset')
  readonly step!: 'ask-reset';

  @IsTextField({ max: credentialCharacters, trimmed: true })
  readonly email!: string;
}

export class NewPasswordForm {
  @IsStep('set-password')
  readonly step!: 'set-password';

  @IsTextField({ max: 100 })
  readonly code!: string;

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}
