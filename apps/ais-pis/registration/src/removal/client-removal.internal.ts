import { Injectable } from '@nestjs/common';
import { directoryContracts, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { directoryInternal } from '@open-banking/spec';
import { lockedClient } from '@open-banking/ais-pis-directory';
import { ProposalsService, type Performed } from '@open-banking/ais-pis-operators';
import { ClientRemovalService } from './client-removal.service.js';

/** Removes a client on an operator's request. */
@Injectable()
export class ClientRemovalInternal {
  constructor(
    database: Database,
    clock: BankClock,
    removal: ClientRemovalService,
    private readonly proposals: ProposalsService,
  ) {
    proposals.carriesOut(directoryInternal.removeClient, {
      concerns: 'consents',
      check: ({ subject }) => database.transaction((tx) => lockedClient(tx, subject, clock.now())),
      perform: ({ subject, operator }, alongside) => removal.remove(subject, { operator, alongside }),
    });
  }

  @ServesInternal(directoryContracts.removeClient)
  removeClient({ operator = '', params: { clientId = '' } }: InternalRequest): Promise<Performed> {
    return this.proposals.perform(directoryInternal.removeClient, { subject: clientId, operator });
  }
}
