import { IsFormat, IsListOf, IsMessage, IsOneOf, IsText, Optional } from '@open-banking/http';
import { AccountReference, RequestedAmount } from '@open-banking/messages';

/** A collection that its mandate permits, with the debtor's account and the details for the statement. */
export class CollectionToBook {
  @IsFormat('uuid') readonly accountId!: string;
  /** The customers who have approved the mandate. The previous release of the mandates service does not send them. */
  @Optional() @IsListOf(IsFormat('uuid'), { max: 100 }) readonly approvers?: string[];
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @IsOneOf('CORE', 'B2B', 'DDMC') readonly scheme!: string;
  @IsText() readonly mandateId!: string;
  @IsText() readonly creditorId!: string;
  @IsText() readonly creditorName!: string;
  @IsMessage(AccountReference) readonly creditorAccount!: AccountReference;
  @Optional() @IsText() readonly creditorAgent?: string;
  @Optional() @IsText() readonly ultimateCreditor?: string;
  @IsText() readonly debtorName!: string;
  @Optional() @IsText() readonly ultimateDebtor?: string;
  @Optional() @IsText() readonly endToEndId?: string;
  @Optional() @IsText() readonly remittance?: string;
}

/** ISO 20022 ExternalReturnReason1Code. */
export type BookingReturn = 'AC01' | 'AC04' | 'AC06' | 'AG01' | 'AM03' | 'AM04' | 'MD01' | 'MS03';

/** `instructed`: the core was told, which keeps the books, and has not answered yet. */
export type Decision =
  | { readonly state: 'booked'; readonly bookedOn: string }
  | { readonly state: 'returned'; readonly reason: BookingReturn }
  | { readonly state: 'instructed' };

export type Refund = { readonly refundedOn: string } | { readonly state: 'instructed' };
