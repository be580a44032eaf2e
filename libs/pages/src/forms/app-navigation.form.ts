import { IsStep } from './form-field.decorator.js';

/** The buttons of a page that waits for the bank's app: on from its answer, or back from asking it. */
export class AppNavigationForm {
  @IsStep('go-on', 'take-back')
  readonly step!: 'go-on' | 'take-back';
}
