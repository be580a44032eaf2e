import { Injectable } from '@nestjs/common';
import { type InternalRequest, lookupsContracts, ServesInternal } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { lookupsInternal } from '@open-banking/spec';
import { alreadyEnded, ConsentEndingsService, type ConsentStatus } from '@open-banking/ais-pis-consents';
import { ProposalsService, type Act, type Alongside, type Performed } from '../proposals/proposals.service.js';
import { consentFacts } from './lookups.statements.js';

/** Ends a consent when its customer asks the bank's staff to. */
@Injectable()
export class ConsentRevocationsService {
  constructor(
    private readonly database: Database,
    private readonly consents: ConsentEndingsService,
    private readonly proposals: ProposalsService,
  ) {
    proposals.carriesOut(lookupsInternal.revokeConsent, {
      concerns: 'consents',
      check: ({ subject }) => this.clientOf(subject),
      perform: (act, alongside) => this.end(act, alongside),
    });
  }

  @ServesInternal(lookupsContracts.revokeConsent)
  revoke({ operator = '', params: { consentId = '' } }: InternalRequest): Promise<Performed> {
    return this.proposals.perform(lookupsInternal.revokeConsent, { subject: consentId, operator });
  }

  private async end({ subject: consentId, operator }: Act, alongside: Alongside): Promise<{ status: ConsentStatus }> {
    const clientId = await this.clientOf(consentId);
    return this.database.transaction(async (tx) => {
      const { ended, status } = (await this.consents.end(tx, { id: consentId, by: { clientId, operator }, reason: 'revokedByOperator' }))!;
      if (!ended) throw alreadyEnded(status);
      await alongside(tx);
      return { status };
    });
  }

  private async clientOf(consentId: string): Promise<string> {
    const found = await this.database.row(consentFacts, consentId);
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', { consentId });
    return found.clientId;
  }
}
