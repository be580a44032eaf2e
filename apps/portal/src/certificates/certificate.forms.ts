import { IsStep, IsTextField } from '@open-banking/pages';

export class IssueCertificateForm {
  @IsStep('issue')
  readonly step!: 'issue';

  /** PEM. */
  @IsTextField({ most: 12_000, trimmed: true })
  readonly request!: string;

  @IsTextField({ most: 10 })
  readonly use!: string;

  @IsTextField({ most: 20 })
  readonly validity!: string;
}

export class RevokeCertificateForm {
  @IsStep('revoke')
  readonly step!: 'revoke';

  @IsTextField({ most: 100 })
  readonly serialNumber!: string;
}
