import { IsStep, IsTextField } from '@open-banking/pages';
import { scenarioActs, type ActOperation } from './scenario-acts.js';

export class NewKeyForm {
  @IsStep('make-key')
  readonly step!: 'make-key';

  @IsTextField({ max: 100, trimmed: true })
  readonly name!: string;
}

export class RemoveKeyForm {
  @IsStep('remove-key')
  readonly step!: 'remove-key';

  @IsTextField({ max: 36 })
  readonly keyId!: string;
}

/** Makes a customer with this seed. */
export class NewCustomerForm {
  @IsStep('createSandboxCustomer')
  readonly step!: 'createSandboxCustomer';

  @IsTextField({ max: 64, trimmed: true })
  readonly seed!: string;
}

/** An act of a scenario: what there is nothing to say about comes empty. */
export class ActForm {
  @IsStep(...scenarioActs.map(({ operation }) => operation))
  readonly step!: ActOperation;

  @IsTextField({ max: 36, trimmed: true })
  readonly subject!: string;

  @IsTextField({ max: 20 })
  readonly choice!: string;

  @IsTextField({ max: 4, trimmed: true })
  readonly seconds!: string;
}
