import { IsConfirmation, IsStep } from '@open-banking/pages';

/** Cancels a payment that has not been executed; without confirmation it leads to the confirmation page. */
export class CancelPaymentForm {
  @IsStep('cancel-payment')
  readonly step!: 'cancel-payment';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
