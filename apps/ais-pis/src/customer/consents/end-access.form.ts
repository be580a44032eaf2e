import { IsConfirmation, IsStep } from '@open-banking/pages';

/** Ends a third party's access; unconfirmed, it leads to the page that asks whether it is meant. */
export class EndAccessForm {
  @IsStep('end')
  readonly step!: 'end';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
