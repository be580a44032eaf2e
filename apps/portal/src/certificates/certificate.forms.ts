import { IsStep, IsTextField } from '@open-banking/pages';

export class IssueCertificateForm {
  @IsStep('issue')
  readonly step!: 'issue';

  /** PEM. */
  @IsTextField({ max: 12_000, trimmed: true })
  readonly request!: string;

  @IsTextField({ max: 10 })
  readonly use!: string;

  @IsTextField({ max: 20 })
  readonly validity!: string;
}

export class RevokeCertificateForm {
  @IsStep('revoke')
  readonly step!: 'revoke';

  @IsTextField({ max: 100 })
  readonly serialNumber!: string;
}
