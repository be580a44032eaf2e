import { IsStep, IsTextField } from '@open-banking/pages';

export class NewKeyForm {
  @IsStep('make-key')
  readonly step!: 'make-key';

  @IsTextField({ most: 100, trimmed: true })
  readonly name!: string;
}

export class RemoveKeyForm {
  @IsStep('remove-key')
  readonly step!: 'remove-key';

  @IsTextField({ most: 36 })
  readonly keyId!: string;
}
