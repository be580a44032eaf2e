import { IsConfirmation, IsStep } from '@open-banking/pages';

/** Ends a third party's access; without confirmation it leads to the confirmation page. */
export class EndAccessForm {
  @IsStep('end')
  readonly step!: 'end';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
