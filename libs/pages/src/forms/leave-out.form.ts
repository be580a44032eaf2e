import { services, type Service } from '@open-banking/spec';
import { IsListField, IsStep } from './form-field.decorator.js';

const serviceCharacters = 50;

/** Goes on without the services that do not answer. */
export class LeaveOutForm {
  @IsStep('leave-out')
  readonly step!: 'leave-out';

  /** What the page could not show. The name stays: pages of the release before send it too. */
  @IsListField({ max: serviceCharacters, offers: services, required: true })
  readonly silent: readonly Service[] = [];
}
