import { IsFormat, IsMessage, IsText, Optional } from '@open-banking/http';
import { RequestedAmount } from '@open-banking/messages';

/** A collection as presented by the sandbox's operator, or by the clearing connector. */
export class CollectionPresented {
  @IsFormat('uuid') readonly collectionId!: string;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @Optional() @IsText({ min: 1, max: 35 }) readonly endToEndId?: string;
  @Optional() @IsText({ min: 1, max: 140 }) readonly remittance?: string;
}

export class CustomerCollectionRequest {
  @IsFormat('uuid') readonly psuId!: string;
}
