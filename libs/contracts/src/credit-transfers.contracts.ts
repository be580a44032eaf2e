import { IsFormat, IsMessage, IsNested, IsText, Optional } from '@open-banking/http/field.decorator';
import { RequestedAmount, AccountReference } from '@open-banking/messages';
import { creditTransfersInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { oneOf } from './schemas.js';

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

/** The outcome of a credit transfer. */
export const CreditTransferState = Type.Object({
  transferId: Type.String(),
  state: oneOf('rejected', 'booked'),
  bookedOn: Type.Optional(Type.String()),
  reason: Type.Optional(oneOf('AC01', 'AC04', 'AM03')),
  text: Type.Optional(Type.String()),
});
export type CreditTransferState = Shape<typeof CreditTransferState>;

export const creditTransfersContracts = contracts(creditTransfersInternal, {
  receiveCreditTransfer: { body: CreditTransfer, response: CreditTransferState },
});
