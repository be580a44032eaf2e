import { IsConfirmation, IsStep } from '@open-banking/pages';
import { changes, type Change } from './customer-mandates.service.js';

const refund = /^refund:[\da-f-]{36}$/;

/** Changes a mandate, or has one of its collections given back; what cannot be undone is done once it is confirmed. */
export class MandateForm {
  @IsStep(...Object.keys(changes), refund)
  readonly step!: Change | `refund:${string}`;

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
