import { IsConfirmation, IsStep } from '@open-banking/pages';

/** Lets no third party see or use the accounts, after a confirmation, or takes that back. */
export class OptOutForm {
  @IsStep('opt-out', 'take-back')
  readonly step!: 'opt-out' | 'take-back';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
