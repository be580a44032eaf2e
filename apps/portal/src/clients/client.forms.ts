import { IsConfirmation, IsListField, IsStep, IsTextField } from '@open-banking/pages';

const keysCharacters = 20_000;
const urisCharacters = 30_000;

/** A client to register. ais-pis says what may stand in each field; here is only what a form can hold. */
export class NewClientForm {
  @IsStep('register')
  readonly step!: 'register';

  @IsTextField({ max: 1_000, trimmed: true })
  readonly name!: string;

  @IsListField({ max: 20 })
  readonly role: readonly string[] = [];

  /** One a line. */
  @IsTextField({ max: urisCharacters })
  readonly redirectUris!: string;

  @IsTextField({ max: 100 })
  readonly authMethod!: string;

  @IsTextField({ max: keysCharacters, trimmed: true })
  readonly jwks!: string;

  @IsTextField({ max: 3_000, trimmed: true })
  readonly jwksUri!: string;

  @IsTextField({ max: 2_000, trimmed: true })
  readonly tlsSubject!: string;
}

/** The addresses to which customers return from now on. */
export class ChangeRedirectUrisForm {
  @IsStep('change-redirect-uris')
  readonly step!: 'change-redirect-uris';

  /** One a line. */
  @IsTextField({ max: urisCharacters })
  readonly redirectUris!: string;
}

/** A new secret. `keep`: how long the previous one stays valid (ISO 8601), as the bank has set it where it is empty. */
export class RotateSecretForm {
  @IsStep('rotate-secret')
  readonly step!: 'rotate-secret';

  @IsTextField({ max: 20 })
  readonly keep!: string;
}

export class RotateKeysForm {
  @IsStep('rotate-keys')
  readonly step!: 'rotate-keys';

  @IsTextField({ max: 20 })
  readonly keep!: string;

  @IsTextField({ max: keysCharacters, trimmed: true })
  readonly jwks!: string;
}

export class RotateSubjectForm {
  @IsStep('rotate-subject')
  readonly step!: 'rotate-subject';

  @IsTextField({ max: 20 })
  readonly keep!: string;

  @IsTextField({ max: 2_000, trimmed: true })
  readonly tlsSubject!: string;
}

/** Ends the previous credential before its time. */
export class FinishRotationForm {
  @IsStep('finish-rotation')
  readonly step!: 'finish-rotation';
}

export class RemoveClientForm {
  @IsStep('remove')
  readonly step!: 'remove';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}

/** The file itself is beside the fields (`UploadForm`). */
export class UploadLogoForm {
  @IsStep('upload-logo')
  readonly step!: 'upload-logo';
}

export class RemoveLogoForm {
  @IsStep('remove-logo')
  readonly step!: 'remove-logo';
}
