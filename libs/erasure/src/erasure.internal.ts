import { Injectable } from '@nestjs/common';
import {
  IsAnyObject,
  IsFormat,
  IsListOf,
  IsNested,
  IsText,
  IsWholeNumber,
  Optional,
  ServesInternal,
  type InternalRequest,
} from '@open-banking/http';
import { erasureInternal } from '@open-banking/spec';
import type { ErasedAccount } from './erasing.js';
import { ErasureService } from './erasure.service.js';
import type { ErasureProgress, HeldOfCustomer } from './erasure-target.js';

class ErasureCall {
  /** Absent where ais-pis does not know it any more. */
  @Optional() @IsText() readonly name?: string;
  /** `ErasedAccount`: ais-pis alone calls, which made them from its own rows. */
  @IsListOf(IsAnyObject()) readonly accounts!: readonly ErasedAccount[];
  /** LEGAL_RETENTION_MONTHS of ais-pis, which holds for all services. Absent: 0. */
  @Optional() @IsWholeNumber({ min: 0 }) readonly legalMonths?: number;
}

class CheckCall {
  @IsFormat('uuid') readonly psuId!: string;
  /** The customer that `erasePersonalData` will be called with. Absent: nothing is counted. */
  @Optional() @IsNested(() => ErasureCall) readonly customer?: ErasureCall;
}

const customerOf = (psuId: string, { name, accounts, legalMonths }: ErasureCall) => ({
  psuId,
  name: name ?? null,
  accounts,
  legalMonths: legalMonths ?? 0,
});

/** Serves ais-pis the data held of a customer, and the progress of an erasure. */
@Injectable()
export class ErasureInternal {
  constructor(private readonly erasure: ErasureService) {}

  @ServesInternal(erasureInternal.listErasureObstacles, { body: CheckCall })
  check({ body: { psuId, customer } }: InternalRequest<CheckCall>): Promise<HeldOfCustomer> {
    return customer ? this.erasure.count(customerOf(psuId, customer)) : this.erasure.check(psuId);
  }

  @ServesInternal(erasureInternal.erasePersonalData, { body: ErasureCall })
  erase({ params: { customerId = '' }, body }: InternalRequest<ErasureCall>): Promise<ErasureProgress> {
    return this.erasure.erase(customerOf(customerId, body));
  }
}
