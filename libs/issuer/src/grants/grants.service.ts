import { Injectable } from '@nestjs/common';
import type { Principal } from '@open-banking/access';
import { CommandsService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { issuerRows, type Issuer } from '@open-banking/spec';
import { isOver, type Approvals } from '../approvals.js';
import { approvedId, detailsOf } from '../issuer/scopes.js';
import { idHash } from '../storage/hashed.js';
import type { Grant } from './grants.messages.js';
import { findGrant, revokeGrant, type GrantRow } from './grants.statements.js';

/** What customers have granted, for the client that has it: "Grant Management for OAuth 2.0", draft 03, of the FAPI working group. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly commands: CommandsService,
  ) {}

  /** A grant that is over, or another client's, is answered as one that never was. */
  async read({ clientId }: Principal, issuer: Issuer, grantId: string, approvals: Approvals): Promise<Grant> {
    const grant = await this.activeGrant(clientId, issuer, grantId, approvals);
    if (!grant) throw unknownGrant();
    return shown(issuer, grant);
  }

  /** The grant ends with its tokens, and with what makes no sense without it; repeating that finds no grant. */
  async revoke(
    principal: Principal,
    context: RequestContext,
    issuer: Issuer,
    grantId: string,
    approvals: Approvals,
  ): Promise<Answer<undefined>> {
    const { clientId } = principal;
    // Before the transaction, which holds a connection; it is refused in it, where a copy of the request has its answer first.
    const activeGrant = await this.activeGrant(clientId, issuer, grantId, approvals);
    return this.commands.once(principal, issuerRows(issuer).revokeGrant, context, async (tx) => {
      const grant = activeGrant && (await tx.row(revokeGrant, idHash(grantId), issuer, clientId, this.clock.now()));
      if (!grant) throw unknownGrant();
      const id = grantSubject(issuer, grant);
      if (id !== undefined) await approvals.givenBack(tx, id, clientId);
      return { answer: new Answer(undefined), ...(id !== undefined && { subject: id }) };
    });
  }

  /** The grant, while its refresh token gives tokens: what is told of the one holds of the other. */
  private async activeGrant(clientId: string, issuer: Issuer, grantId: string, approvals: Approvals): Promise<GrantRow | undefined> {
    const grant = await this.database.row(findGrant, idHash(grantId), issuer, clientId, this.clock.now());
    const id = grant && grantSubject(issuer, grant);
    return id === undefined || isOver(await approvals.find(id, clientId)) ? undefined : grant;
  }
}

const unknownGrant = (): Refusal =>
  new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'grantId', text: 'This client has no grant with this id, or not any more.' }]);

const grantSubject = (issuer: Issuer, { resources }: GrantRow): string | undefined =>
  Object.values(resources)
    .map((scope) => approvedId(issuer, scope))
    .find(Boolean);

function shown(issuer: Issuer, grant: GrantRow): Grant {
  const [id, entry] = [grantSubject(issuer, grant), detailsOf[issuer]];
  return {
    scopes: Object.entries(grant.resources).map(([resource, scope]) => ({ scope, resources: [resource] })),
    ...(id !== undefined && entry && { authorization_details: [{ type: entry.type, [entry.idName]: id }] }),
  };
}
