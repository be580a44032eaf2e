import { IsStep, IsTextField } from '@open-banking/pages';

export class OpenSandboxAccountForm {
  @IsStep('open-sandbox-account')
  readonly step!: 'open-sandbox-account';
}

export class ReopeningForm {
  @IsStep('reopen')
  readonly step!: 'reopen';

  @IsTextField({ max: 100 })
  readonly code!: string;
}
