import { IsConfirmation, IsListField, IsStep, IsTextField } from '@open-banking/pages';
import { customerFormBytes } from '@open-banking/spec';

const maxSeed = 64;

/** Creates a customer of generated data, or of a preset. */
export class CreateCustomerForm {
  @IsStep('create')
  readonly step!: 'create';

  /** Empty: generated. */
  @IsTextField({ max: 40 })
  readonly preset!: string;

  @IsTextField({ max: maxSeed, trimmed: true })
  readonly seed!: string;

  @IsListField({ max: 1, offers: ['yes'] })
  readonly secondOwner: readonly string[] = [];
}

/** Replaces the customer's data by this JSON. */
export class SaveDataForm {
  @IsStep('save')
  readonly step!: 'save';

  @IsTextField({ max: customerFormBytes })
  readonly data!: string;

  @IsTextField({ max: 40 })
  readonly preset!: string;
}

/** Shows the data of a preset in the editor. Nothing is saved. */
export class LoadPresetForm {
  @IsStep('load-preset')
  readonly step!: 'load-preset';

  @IsTextField({ max: customerFormBytes })
  readonly data!: string;

  @IsTextField({ max: 40 })
  readonly preset!: string;
}

export class ResetCustomerForm {
  @IsStep('reset')
  readonly step!: 'reset';
}

export class DeleteCustomerForm {
  @IsStep('delete')
  readonly step!: 'delete';

  @IsConfirmation()
  readonly confirmed?: 'yes';
}

/** A transfer from another bank to an account of the customer. */
export class ReceiveTransferForm {
  @IsStep('receive')
  readonly step!: 'receive';

  @IsTextField({ max: 36 })
  readonly accountId!: string;

  @IsTextField({ max: 3 })
  readonly currency!: string;

  @IsTextField({ max: 20, trimmed: true })
  readonly amount!: string;

  @IsTextField({ max: 140, trimmed: true })
  readonly debtorName!: string;

  @IsTextField({ max: 140, trimmed: true })
  readonly text!: string;
}
