import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import type { RequestContext } from '@open-banking/http';
import { AuthorizationDetails, type CreatedFromDetails } from '@open-banking/issuer';
import { faultsOf, refuseAll, withContradictions } from '@open-banking/messages';
import { aisPis } from '@open-banking/spec';
import { consentFaults } from './consent-request.js';
import { ConsentRequest } from './consents.messages.js';
import { ConsentsService } from './consents.service.js';

/** Consents that a client asks for in one step with their approval. */
@Injectable()
export class ConsentDetailsService extends AuthorizationDetails {
  readonly operation = aisPis.createConsent;

  constructor(
    private readonly consents: ConsentsService,
    private readonly clock: BankClock,
  ) {
    super();
  }

  async create(clientId: string, context: RequestContext, fields: Readonly<Record<string, unknown>>): Promise<CreatedFromDetails> {
    const request = fields as ConsentRequest;
    const misformed = faultsOf(ConsentRequest, request);
    refuseAll(withContradictions(misformed, () => consentFaults(request, { today: this.clock.today() }, misformed)));
    const answer = await this.consents.create({ clientId }, context, request);
    return { id: answer.body.consentId, answer };
  }
}
