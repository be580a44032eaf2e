import { IsConfirmation, IsStep } from './form-field.decorator.js';

/** "I did not ask for this": a refusal that is reported to the bank. The bank's own pages ask whether it is meant. */
export class ReportForm {
  @IsStep('report')
  readonly step!: 'report';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
