import { Injectable } from '@nestjs/common';
import type { WaitingPlace } from '@open-banking/pages';
import { CustomerAccessService } from '@open-banking/ais-pis-consents';
import { CustomerPaymentsService } from '@open-banking/ais-pis-payments';
import { RemoteMandatesService } from './mandates/remote-mandates.service.js';
import { PendingCounts } from './visit/visits.service.js';

/** Counts what waits in each place of the pages, except what the caller has already counted. */
@Injectable()
export class PendingCountsService extends PendingCounts {
  constructor(
    private readonly access: CustomerAccessService,
    private readonly payments: CustomerPaymentsService,
    private readonly mandates: RemoteMandatesService,
  ) {
    super();
  }

  async countsFor(psuId: string, known: Partial<Record<WaitingPlace, number>>): Promise<Record<WaitingPlace, number>> {
    const [access, payments, mandates] = await Promise.all([
      known.access ?? this.access.pending(psuId).then(({ length }) => length),
      known.payments ?? this.payments.pending(psuId).then(({ length }) => length),
      known.mandates ?? this.mandates.pending(psuId).then(({ length }) => length),
    ]);
    return { access, payments, mandates };
  }
}
