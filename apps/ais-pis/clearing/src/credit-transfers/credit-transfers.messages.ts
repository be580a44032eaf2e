import { IsFormat, IsMessage, IsNested, IsText, Optional } from '@open-banking/http';
import { AccountReference, RequestedAmount } from '@open-banking/messages';

const IsShown = (max: number) => IsText({ min: 1, max, notBlank: true });

class OwnAccount {
  @IsFormat('iban') readonly iban!: string;
}

/** A credit transfer from the debtor's bank: the parts of an ISO 20022 pacs.008 that an account statement shows. */
export class CreditTransfer {
  /** Payment product (scheme) of the transfer. */
  @IsShown(60) readonly product!: string;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  /** Day on which the creditor's bank received the money; the value date is no later (PSD2 art. 87(1)). Default: today. */
  @Optional() @IsFormat('book-day') readonly settlementDate?: string;
  @IsShown(140) readonly debtorName!: string;
  @Optional() @IsMessage(AccountReference) readonly debtorAccount?: AccountReference;
  @Optional() @IsFormat('bic') readonly debtorAgent?: string;
  @Optional() @IsShown(70) readonly ultimateDebtor?: string;
  @Optional() @IsShown(140) readonly creditorName?: string;
  @IsNested(() => OwnAccount) readonly creditorAccount!: OwnAccount;
  @Optional() @IsShown(70) readonly ultimateCreditor?: string;
  @Optional() @IsShown(35) readonly endToEndId?: string;
  @Optional() @IsShown(140) readonly remittanceUnstructured?: string;
  @Optional() @IsShown(35) readonly remittanceStructured?: string;
  @Optional()
  @IsText({ matches: /^[A-Z0-9]{4}$/, must: 'be a code of 4 capital letters or digits, like "SALA"' })
  readonly purposeCode?: string;
}

/** Why a transfer is rejected: ISO 20022 ExternalStatusReason1Code. */
export const rejections = {
  AC01: 'This bank has no account with this IBAN.',
  AC04: 'The account is closed.',
  AM03: 'The account is kept in another currency.',
} as const;
export type Rejection = keyof typeof rejections;

/** The outcome of a credit transfer. */
export interface CreditTransferState {
  readonly transferId: string;
  readonly state: 'booked' | 'rejected';
  readonly bookedOn?: string;
  readonly reason?: Rejection;
  readonly text?: string;
}
