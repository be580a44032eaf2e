import { IsStep, IsTextField } from '@open-banking/pages';
import { actionSteps, type ActionStep } from './object-actions.js';

/** An action on the page of a consent, payment or mandate. `reason` and `amount` are empty where it takes none. */
export class ObjectActionForm {
  @IsStep(...actionSteps)
  readonly step!: ActionStep;

  @IsTextField({ max: 4 })
  readonly reason!: string;

  @IsTextField({ max: 24, trimmed: true })
  readonly amount!: string;
}
