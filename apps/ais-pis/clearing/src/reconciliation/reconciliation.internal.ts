import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { reconciliationInternal } from '@open-banking/spec';
import { ReconciledPeriod, SettledSearch, type InstructedPage, type PostingPage, type Settled } from './reconciliation.messages.js';
import { ReconciliationService } from './reconciliation.service.js';

/** What `openbank reconcile` compares with the statements of clearing. */
@Injectable()
export class ReconciliationInternal {
  constructor(private readonly reconciliation: ReconciliationService) {}

  @ServesInternal(reconciliationInternal.listInstructed, { body: ReconciledPeriod })
  instructed({ body }: InternalRequest<ReconciledPeriod>): Promise<InstructedPage> {
    return this.reconciliation.instructed(body);
  }

  @ServesInternal(reconciliationInternal.listClearingPostings, { body: ReconciledPeriod })
  postings({ body }: InternalRequest<ReconciledPeriod>): Promise<PostingPage> {
    return this.reconciliation.postings(body);
  }

  @ServesInternal(reconciliationInternal.findSettled, { body: SettledSearch })
  find({ body }: InternalRequest<SettledSearch>): Promise<Settled> {
    return this.reconciliation.find(body.ids);
  }
}
