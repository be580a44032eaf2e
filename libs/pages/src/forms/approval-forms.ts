import { services, type Service } from '@open-banking/spec';
import { IsListField, IsStep, IsTextField, IsConfirmation } from './form-field.decorator.js';

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

  /** The hash of the facts that were shown; the code is bound to it. */
  @IsTextField({ max: aboutCharacters })
  readonly about!: string;

  /** The keys of the accounts that were ticked, where there was something to choose. */
  @IsListField({ max: accountCharacters })
  readonly account: readonly string[] = [];
}

/** A customer wants to approve what the page has shown in the bank's app. */
export class AppApprovalForm {
  @IsStep('ask-app')
  readonly step!: 'ask-app';

  /** The hash of the facts that were shown; the app's approval is bound to it. */
  @IsTextField({ max: aboutCharacters })
  readonly about!: string;

  /** The keys of the accounts that were ticked, where there was something to choose. */
  @IsListField({ max: accountCharacters })
  readonly account: readonly string[] = [];
}

/** The buttons of a page that waits for the bank's app: on from its answer, or back from asking it. */
export class AppNavigationForm {
  @IsStep('go-on', 'take-back')
  readonly step!: 'go-on' | 'take-back';
}

const serviceCharacters = 50;

/** Goes on without the services that do not answer. */
export class LeaveOutForm {
  @IsStep('leave-out')
  readonly step!: 'leave-out';

  /** The services that the page could not show. The name stays: pages of the last release send it too. */
  @IsListField({ max: serviceCharacters, offers: services, required: true })
  readonly silent: readonly Service[] = [];
}

/** The buttons of an approval that answer nothing: back without an answer, another code, another look, all accounts, another customer. */
export class NavigationForm {
  @IsStep('cancel', 'new-code', 'retry', 'select-all', 'other-customer')
  readonly step!: 'cancel' | 'new-code' | 'retry' | 'select-all' | 'other-customer';
}

/** A customer's no. The bank's own pages ask whether it is meant; a client's page does not. */
export class RefusalForm {
  @IsStep('refuse')
  readonly step!: 'refuse';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}

/** "I did not ask for this": a refusal that is reported to the bank. The bank's own pages ask whether it is meant. */
export class ReportForm {
  @IsStep('report')
  readonly step!: 'report';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}
