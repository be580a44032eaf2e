import { IsListField, IsStep, IsTextField } from './form-field.decorator.js';

/** Characters of an approval code as people copy it: six digits, and blanks or hyphens between them. */
export const codeCharacters = 8;
/** SHA-256 in base64url. */
export const aboutCharacters = 43;
/** A service, a colon and the id of a resource. */
export const accountCharacters = 200;

/** A customer's yes to what the page has shown. */
export class ApprovalForm {
  @IsStep('approve')
  readonly step!: 'approve';

  @IsTextField({ max: codeCharacters })
  readonly code!: string;

  /** What was shown: the hash that the code is bound to. */
  @IsTextField({ max: aboutCharacters })
  readonly about!: string;

  /** The keys of the accounts that were ticked, where there was something to choose. */
  @IsListField({ max: accountCharacters })
  readonly account: readonly string[] = [];
}
