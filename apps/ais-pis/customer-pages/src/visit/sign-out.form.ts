import { IsStep } from '@open-banking/pages';

/** Ends a customer's session. */
export class SignOutForm {
  @IsStep('sign-out')
  readonly step!: 'sign-out';
}
