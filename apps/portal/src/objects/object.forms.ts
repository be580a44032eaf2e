import { IsStep, IsTextField } from '@open-banking/pages';
import { actionSteps, type ActionStep } from './object-actions.js';

/** An action on the page of a consent, payment or mandate. `reason` is empty where the action takes none. */
export class ObjectActionForm {
  @IsStep(...actionSteps)
  readonly step!: ActionStep;

  @IsTextField({ max: 4 })
  readonly reason!: string;
}
