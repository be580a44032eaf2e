import { IsStep } from './form-field.decorator.js';

/** The buttons of an approval that answer nothing: back without an answer, another code, another look. */
export class NavigationForm {
  @IsStep('cancel', 'new-code', 'retry')
  readonly step!: 'cancel' | 'new-code' | 'retry';
}
