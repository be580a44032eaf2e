import { credentialCharacters, IsConfirmation, IsStep, IsTextField } from '@open-banking/pages';

export class NewReopeningForm {
  @IsStep('new-reopening')
  readonly step!: 'new-reopening';
}

/** Gives an account made in one click what others have. */
export class GiveAddressForm {
  @IsStep('give-address')
  readonly step!: 'give-address';

  @IsTextField({ max: credentialCharacters, trimmed: true })
  readonly email!: string;

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}

export class DeleteAccountForm {
  @IsStep('delete-account')
  readonly step!: 'delete-account';

  @IsTextField({ max: credentialCharacters })
  readonly password!: string;
}

/** An account made in one click has no password: its deletion is confirmed by a second page. */
export class DeleteSandboxAccountForm {
  @IsStep('delete-sandbox-account')
  readonly step!: 'delete-sandbox-account';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
