import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { directoryInternal } from '@open-banking/spec';
import { ProposalsService, type Performed } from '@open-banking/ais-pis-operators';
import { ErasuresQuery, type ErasureCheck, type ErasurePage } from './erasures.messages.js';
import { ErasuresService } from './erasures.service.js';
import type { ErasureRow } from './erasures.statements.js';

/** Erases a customer on an operator's request. */
@Injectable()
export class ErasuresInternal {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly proposals: ProposalsService,
  ) {
    proposals.carriesOut(directoryInternal.erasePsu, {
      concerns: 'consents',
      check: ({ subject }) => erasures.refuseObstacles(subject),
      perform: ({ subject, operator }, alongside) => erasures.erase(subject, operator, alongside),
    });
  }

  @ServesInternal(directoryInternal.checkPsuErasure)
  check({ params: { customerId = '' } }: InternalRequest): Promise<ErasureCheck> {
    return this.erasures.check(customerId);
  }

  @ServesInternal(directoryInternal.erasePsu)
  erase({ operator = '', params: { customerId = '' } }: InternalRequest): Promise<Performed> {
    return this.proposals.perform(directoryInternal.erasePsu, { subject: customerId, operator });
  }

  @ServesInternal(directoryInternal.readErasure)
  read({ params: { customerId = '' } }: InternalRequest): Promise<ErasureRow> {
    return this.erasures.read(customerId);
  }

  @ServesInternal(directoryInternal.listErasures, { body: ErasuresQuery })
  list({ body: { after } }: InternalRequest<ErasuresQuery>): Promise<ErasurePage> {
    return this.erasures.list(after ?? null);
  }
}
