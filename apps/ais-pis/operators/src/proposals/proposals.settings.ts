import { IsOneOf, Setting } from '@open-banking/config';

const choices = ['none', 'money', 'money,consents'] as const;

/** Injectable. */
export class ProposalSettings {
  @Setting(
    'Which acts of operators need a second operator with the role `approve`: decisions on payments that clearing does not answer and removing blocked creditors (`money`), and revoking consents, removing clients and erasing customers as well (`money,consents`). Adjustments, and decisions on held payments, always do.',
  )
  @IsOneOf(choices)
  readonly secondOperator: (typeof choices)[number] = 'none';
}
