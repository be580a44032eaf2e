import { IsFormat, IsMessage, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http';
import { AccountReference, RequestedAmount } from '@open-banking/messages';

class DebtorAccount {
  @IsFormat('iban') readonly iban!: string;
}

/** A collection as the creditor's bank presents it: the fields of ISO 20022 pain.008 or pacs.003 that identify mandate and payment. */
export class ReceivedCollection {
  /** The creditor scheme identification and the creditor's mandate number. */
  @IsText({ min: 1, max: 35 }) readonly creditorId!: string;
  @IsText({ min: 1, max: 35 }) readonly mandateId!: string;
  @IsOneOf('CORE', 'B2B', 'DDMC') readonly scheme!: string;
  @IsNested(() => DebtorAccount) readonly debtorAccount!: DebtorAccount;
  /** Where the money goes. Connectors of the release before do not tell it. */
  @Optional() @IsMessage(AccountReference) readonly creditorAccount?: AccountReference;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @Optional() @IsText({ min: 1, max: 35 }) readonly endToEndId?: string;
  @Optional() @IsText({ min: 1, max: 140 }) readonly remittance?: string;
}
