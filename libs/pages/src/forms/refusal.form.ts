import { IsConfirmation, IsStep } from './form-field.decorator.js';

/** A customer's no. The bank's own pages ask whether it is meant; a client's page does not. */
export class RefusalForm {
  @IsStep('refuse')
  readonly step!: 'refuse';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
