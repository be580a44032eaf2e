import { Injectable } from '@nestjs/common';
import {
  type InstructedPage,
  type InternalRequest,
  type PostingPage,
  ReconciledPeriod,
  reconciliationContracts,
  ServesInternal,
  type SettledEntries,
  SettledSearch,
} from '@open-banking/contracts';
import { ReconciliationService } from './reconciliation.service.js';

/** What `openbank reconcile` compares with the statements of clearing. */
@Injectable()
export class ReconciliationInternal {
  constructor(private readonly reconciliation: ReconciliationService) {}

  @ServesInternal(reconciliationContracts.listInstructed)
  instructed({ body }: InternalRequest<ReconciledPeriod>): Promise<InstructedPage> {
    return this.reconciliation.instructed(body);
  }

  @ServesInternal(reconciliationContracts.listClearingPostings)
  postings({ body }: InternalRequest<ReconciledPeriod>): Promise<PostingPage> {
    return this.reconciliation.postings(body);
  }

  @ServesInternal(reconciliationContracts.findSettled)
  find({ body }: InternalRequest<SettledSearch>): Promise<SettledEntries> {
    return this.reconciliation.find(body.ids);
  }
}
