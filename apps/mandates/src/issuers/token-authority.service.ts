import { Injectable } from '@nestjs/common';
import { InternalCalls, TokenAuthority } from '@open-banking/access';
import type { Introspection } from '@open-banking/contracts';
import { findToken, introspectionOf, lookupOf } from '@open-banking/issuer';
import { BankClock, Database } from '@open-banking/database';
import type { Issuer } from '@open-banking/spec';
import { RememberedClientsService, RemoteClientsService } from '../directory/remote-directory.service.js';

/** Introspects the tokens this service issued. The roles of their clients come from ais-pis. */
@Injectable()
export class LocalTokenAuthorityService extends TokenAuthority {
  private readonly clients: RememberedClientsService;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    calls: InternalCalls,
  ) {
    super();
    this.clients = new RememberedClientsService(new RemoteClientsService(calls));
  }

  async introspect(issuer: Issuer, token: string): Promise<Introspection> {
    const row = await this.database.row(findToken, ...lookupOf(issuer, token, this.clock.now()));
    const client = row && (await this.clients.find(row.clientId));
    return introspectionOf(issuer, row, client);
  }
}
