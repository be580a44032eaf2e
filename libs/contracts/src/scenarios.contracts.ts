import { IsFlag, IsFormat, IsListOf, IsMessage, IsOneOf, IsText, IsWholeNumber, Optional } from '@open-banking/http/field.decorator';
import { AccountReference, RequestedAmount } from '@open-banking/messages';
import { interfaceServices, scenariosInternal, type Service } from '@open-banking/spec';
import Type from 'typebox';
import { contracts } from './contract.js';
import { CreditTransferState } from './credit-transfers.contracts.js';
import { Done } from './schemas.js';

/** Another bank's answer to a payment, with its reason. */
export class ClearingOutcome {
  @IsOneOf('rejected', 'returned') readonly answer!: 'rejected' | 'returned';
  @IsText({ matches: /^[A-Z0-9]{4}$/, must: 'be a reason of ISO 20022: four capitals or digits' }) readonly reason!: string;
}

/** Customers whose affairs end. */
export class CustomerEnds {
  @IsListOf(IsText({ max: 36 }), { min: 1, max: 2 }) readonly psuIds!: readonly string[];
  /** They cannot sign in any more. */
  @IsFlag() readonly removed!: boolean;
}

/** A service that counts as unavailable for a client. */
export class Outage {
  @IsOneOf(...interfaceServices) readonly service!: Service;
  /** Seconds of the bank's clock from now; 0 ends it. */
  @IsWholeNumber({ min: 0 }) readonly seconds!: number;
}

/** The answer of an account's second owner. */
export class OwnerAnswer {
  @IsOneOf('approve', 'refuse') readonly answer!: 'approve' | 'refuse';
}

const IsShown = (max: number) => IsText({ min: 1, max, notBlank: true });

/** A transfer from another bank to an account of a developer's customer. */
export class OtherBanksTransfer {
  @IsFormat('uuid') readonly transferId!: string;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @IsShown(140) readonly debtorName!: string;
  @Optional() @IsMessage(AccountReference) readonly debtorAccount?: AccountReference;
  @Optional() @IsShown(35) readonly endToEndId?: string;
  @Optional() @IsShown(140) readonly remittanceUnstructured?: string;
}

/** Current accounts that a developer's customers hold now. Amounts are decimal strings. */
export const DevelopersBalances = Type.Object({
  balances: Type.Array(
    Type.Object({
      accountId: Type.String(),
      name: Type.String(),
      booked: Type.String(),
      /** With the overdraft, less pending debits. */
      available: Type.String(),
    }),
  ),
});

export const scenariosContracts = contracts(scenariosInternal, {
  setClearingOutcome: { body: ClearingOutcome, response: Done },
  endCustomersAffairs: { body: CustomerEnds, response: Done },
  revokeAsCustomer: { response: Done },
  useUpReads: { response: Done },
  makeUnavailable: { body: Outage, response: Done },
  answerConsentAsOwner: { body: OwnerAnswer, response: Done },
  listDevelopersBalances: { response: DevelopersBalances },
  receiveAsOtherBank: { body: OtherBanksTransfer, response: CreditTransferState },
  answerPaymentAsOwner: { body: OwnerAnswer, response: Done },
});
