import { Controller, Inject, Param, type Type as Class } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '@open-banking/access';
import { CurrentRequest, Serves, type Answer, type RequestContext } from '@open-banking/http';
import { issuerRows, type Issuer } from '@open-banking/spec';
import { Approvals } from '../approvals.js';
import { Grant } from './grants.messages.js';
import { GrantsService } from './grants.service.js';

interface OneGrant {
  readonly grantId: string;
}

/** Serves the grants of one issuer; `approvals` is the provider that knows what is approved there. */
export function grantsController(issuer: Issuer, approvals: abstract new (...given: never[]) => Approvals): Class {
  const rows = issuerRows(issuer);

  @Controller()
  class GrantsController {
    constructor(
      @Inject(GrantsService) private readonly grants: GrantsService,
      @Inject(approvals) private readonly approvals: Approvals,
    ) {}

    @Serves(rows.readGrant, {
      description: 'Reads what a customer has granted, by the `grant_id` of the token response.',
      answers: Grant,
      refuses: ['RESOURCE_UNKNOWN'],
    })
    read(@CurrentPrincipal() principal: Principal, @Param() { grantId }: OneGrant): Promise<Grant> {
      return this.grants.read(principal, issuer, grantId, this.approvals);
    }

    @Serves(rows.revokeGrant, {
      description: 'Gives a grant back: its tokens end at once, and a consent ends with it (`terminatedByTpp`).',
      answers: { 204: null },
      refuses: ['RESOURCE_UNKNOWN'],
    })
    revoke(
      @CurrentPrincipal() principal: Principal,
      @CurrentRequest() context: RequestContext,
      @Param() { grantId }: OneGrant,
    ): Promise<Answer> {
      return this.grants.revoke(principal, context, issuer, grantId, this.approvals);
    }
  }
  return GrantsController;
}
