import { IsFormat, IsListOf, IsMessage, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { RequestedAmount, AccountReference } from '@open-banking/messages';
import { collectionsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { oneOf } from './schemas.js';

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

/** `instructed`: the core, which keeps the books, has been instructed and has not answered yet. */
export const BookingDecision = Type.Union([
  Type.Object({
    state: Type.Literal('booked'),
    bookedOn: Type.String(),
  }),
  Type.Object({
    state: Type.Literal('returned'),
    reason: oneOf('AC01', 'AC04', 'AC06', 'AG01', 'AM03', 'AM04', 'MD01', 'MS03'),
  }),
  Type.Object({
    state: Type.Literal('instructed'),
  }),
]);
export type BookingDecision = Shape<typeof BookingDecision>;

export const CollectionRefund = Type.Union([
  Type.Object({
    refundedOn: Type.String(),
  }),
  Type.Object({
    state: Type.Literal('instructed'),
  }),
]);
export type CollectionRefund = Shape<typeof CollectionRefund>;

export const collectionsContracts = contracts(collectionsInternal, {
  bookCollection: { body: CollectionToBook, response: BookingDecision },
  refundCollection: { response: CollectionRefund },
});
