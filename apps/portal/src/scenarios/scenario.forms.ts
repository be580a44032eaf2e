import { IsStep, IsTextField } from '@open-banking/pages';
import { scenarioActs, type ActOperation } from './scenario-acts.js';

export class NewKeyForm {
  @IsStep('make-key')
  readonly step!: 'make-key';

  @IsTextField({ most: 100, trimmed: true })
  readonly name!: string;
}

export class RemoveKeyForm {
  @IsStep('remove-key')
  readonly step!: 'remove-key';

  @IsTextField({ most: 36 })
  readonly keyId!: string;
}

/** Makes a customer with this seed. */
export class NewCustomerForm {
  @IsStep('createSandboxCustomer')
  readonly step!: 'createSandboxCustomer';

  @IsTextField({ most: 64, trimmed: true })
  readonly seed!: string;
}

/** An act of a scenario: what there is nothing to say about comes empty. */
export class ActForm {
  @IsStep(...scenarioActs.map(({ operation }) => operation))
  readonly step!: ActOperation;

  @IsTextField({ most: 36, trimmed: true })
  readonly subject!: string;

  @IsTextField({ most: 20 })
  readonly choice!: string;

  @IsTextField({ most: 4, trimmed: true })
  readonly seconds!: string;
}
