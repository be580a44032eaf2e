import { IsConfirmation, IsStep } from '@open-banking/pages';
import { changes, type Change } from './remote-mandates.service.js';

const refund = /^refund:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Changes a mandate or refunds one of its collections; irreversible actions need a confirmation. */
export class MandateForm {
  @IsStep(...Object.keys(changes), refund)
  readonly step!: Change | `refund:${string}`;

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
