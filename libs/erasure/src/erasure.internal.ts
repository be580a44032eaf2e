import { Injectable } from '@nestjs/common';
import {
  ErasureCheckRequest,
  erasureContracts,
  type ErasureProgress,
  ErasureRequest,
  type HeldOfCustomer,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { ErasureService } from './erasure.service.js';

const customerOf = (psuId: string, { name, accounts, legalMonths }: ErasureRequest) => ({
  psuId,
  name: name ?? null,
  accounts,
  legalMonths: legalMonths ?? 0,
});

/** Serves ais-pis the data held of a customer, and the progress of an erasure. */
@Injectable()
export class ErasureInternal {
  constructor(private readonly erasure: ErasureService) {}

  @ServesInternal(erasureContracts.listErasureObstacles)
  check({ body: { psuId, customer } }: InternalRequest<ErasureCheckRequest>): Promise<HeldOfCustomer> {
    return customer ? this.erasure.count(customerOf(psuId, customer)) : this.erasure.check(psuId);
  }

  @ServesInternal(erasureContracts.erasePersonalData)
  erase({ params: { customerId = '' }, body }: InternalRequest<ErasureRequest>): Promise<ErasureProgress> {
    return this.erasure.erase(customerOf(customerId, body));
  }
}
