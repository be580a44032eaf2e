import { IsConfirmation, IsStep } from './form-field.decorator.js';

/** "I did not ask for this": a refusal of which the bank is told. The bank's own pages ask whether it is meant. */
export class ReportForm {
  @IsStep('report')
  readonly step!: 'report';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
