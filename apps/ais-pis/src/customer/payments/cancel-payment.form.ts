import { IsConfirmation, IsStep } from '@open-banking/pages';

/** Cancels a payment that has not been executed; unconfirmed, it leads to the page that asks whether it is meant. */
export class CancelPaymentForm {
  @IsStep('cancel-payment')
  readonly step!: 'cancel-payment';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
