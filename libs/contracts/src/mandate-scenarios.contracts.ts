import { IsOneOf } from '@open-banking/http/field.decorator';
import { mandateScenariosInternal } from '@open-banking/spec';
import { contracts } from './contract.js';
import { CollectionPresented, CollectionState, MandateChanged } from './mandates.contracts.js';

/** The change that the customer would make on the bank's pages. */
export class CustomerMandateChange {
  @IsOneOf('suspend', 'resume', 'cancel') readonly change!: 'suspend' | 'resume' | 'cancel';
}

export const mandateScenariosContracts = contracts(mandateScenariosInternal, {
  collectDevelopersMandate: { body: CollectionPresented, response: CollectionState },
  changeDevelopersMandate: { body: CustomerMandateChange, response: MandateChanged },
});
