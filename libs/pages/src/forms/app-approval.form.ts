import { aboutCharacters, accountCharacters } from './approval.form.js';
import { IsListField, IsStep, IsTextField } from './form-field.decorator.js';

/** A customer wants to approve what the page has shown in the bank's app. */
export class AppApprovalForm {
  @IsStep('ask-app')
  readonly step!: 'ask-app';

  /** What was shown: the hash that the app's approval is bound to. */
  @IsTextField({ max: aboutCharacters })
  readonly about!: string;

  /** The keys of the accounts that were ticked, where there was something to choose. */
  @IsListField({ max: accountCharacters })
  readonly account: readonly string[] = [];
}
