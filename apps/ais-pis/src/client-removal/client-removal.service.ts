import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { ConsentStateMachine } from '../consents/consent-state-machine.service.js';
import { removeClient } from '../directory/directory.statements.js';
import { lockedClient } from '../directory/locked-client.js';

/** How clients leave, whoever asked for it. */
@Injectable()
export class ClientRemovalService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly consents: ConsentStateMachine,
  ) {}

  /**
   * Ends the client with its consents in one transaction; its tokens are unknown from then on, and its records stay. Its
   * payments and mandates that wait for an approval end in time, as any that nobody approves.
   */
  remove(
    clientId: string,
    { operation = 'removeClient', operator }: { readonly operation?: string; readonly operator?: string } = {},
  ): Promise<undefined> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      await lockedClient(tx, clientId, now);
      await tx.rows(removeClient, clientId, now);
      await this.consents.endAllOf(tx, clientId, 'terminatedByTpp');
      await this.audit.record(tx, { operation, clientId, operator, subject: clientId });
      return undefined;
    });
  }
}
