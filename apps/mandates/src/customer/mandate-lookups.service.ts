import { Injectable } from '@nestjs/common';
import { type InternalRequest, mandateLookupsContracts, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { stateAt } from '../mandates/mandate.js';
import { mandateFacts, type MandateFactsRow } from './mandate-lookups.statements.js';

/** Mandates as operators look them up, with their status at this moment. */
@Injectable()
export class MandateLookupsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(mandateLookupsContracts.inspectMandate)
  async inspect({ params: { resourceId = '' } }: InternalRequest): Promise<MandateFactsRow> {
    const row = await this.database.row(mandateFacts, resourceId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    return { ...row, ...stateAt(row, this.clock.now(), this.clock.today()) };
  }
}
