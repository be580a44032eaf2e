import { Injectable } from '@nestjs/common';
import {
  directoryContracts,
  type ErasureCheck,
  type ErasurePage,
  type ErasureRow,
  ErasuresQuery,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { directoryInternal } from '@open-banking/spec';
import { ProposalsService, type Performed } from '@open-banking/ais-pis-operators';
import { ErasuresService } from './erasures.service.js';

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

  @ServesInternal(directoryContracts.checkPsuErasure)
  check({ params: { customerId = '' } }: InternalRequest): Promise<ErasureCheck> {
    return this.erasures.check(customerId);
  }

  @ServesInternal(directoryContracts.erasePsu)
  erase({ operator = '', params: { customerId = '' } }: InternalRequest): Promise<Performed> {
    return this.proposals.perform(directoryInternal.erasePsu, { subject: customerId, operator });
  }

  @ServesInternal(directoryContracts.readErasure)
  read({ params: { customerId = '' } }: InternalRequest): Promise<ErasureRow> {
    return this.erasures.read(customerId);
  }

  @ServesInternal(directoryContracts.listErasures)
  list({ body: { after } }: InternalRequest<ErasuresQuery>): Promise<ErasurePage> {
    return this.erasures.list(after ?? null);
  }
}
