import { IsStep, IsTextField } from '@open-banking/pages';

export class NewKeyForm {
  @IsStep('make-key')
  readonly step!: 'make-key';

  @IsTextField({ max: 100, trimmed: true })
  readonly name!: string;
}

export class RemoveKeyForm {
  @IsStep('remove-key')
  readonly step!: 'remove-key';

  @IsTextField({ max: 36 })
  readonly keyId!: string;
}

/** Makes a service unavailable for a client, or ends that. */
export class OutageForm {
  @IsStep('begin-outage', 'end-outage')
  readonly step!: 'begin-outage' | 'end-outage';

  @IsTextField({ max: 36 })
  readonly client!: string;

  @IsTextField({ max: 20 })
  readonly service!: string;

  @IsTextField({ max: 4 })
  readonly seconds!: string;
}
