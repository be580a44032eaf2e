import { Injectable } from '@nestjs/common';
import { Database, purgeAll } from '@open-banking/database';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { lockDeveloperRow } from '../scenarios/scenarios.statements.js';
import { sessionHash } from '../visit/developer-sessions.service.js';
import { accountLeftovers, deleteDeveloper, deleteRemovedCustomers } from './account-deletion.statements.js';
import { deleteSignUps, forgetDeveloperTries } from './developers.statements.js';
import { deletePasswordResets } from './password-resets.statements.js';

/** `clients` and `customers`: how many are there that must be removed first. */
export type AccountDeletion = 'deleted' | { readonly clients: number; readonly customers: number };

/**
 * Deletes accounts at their developers' wish. The developer removes the clients first, one by one: removing a client ends the consents of
 * customers, which must not be a side effect. Only the console's own client, which no customer knows by name, is removed with the account.
 */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: Database,
    private readonly clients: DeveloperClientsService,
  ) {}

  /** Idempotent: run it again after an interruption. The steps are ordered so that a partial deletion is safe. */
  async delete(developerId: string): Promise<AccountDeletion> {
    // Notes those that have ended at the bank.
    await this.clients.list(developerId);
    const left = await this.leftovers(developerId);
    if (left.clients + left.customers > 0) return left;
    if (left.consoleClientId !== null) await this.clients.remove(developerId, left.consoleClientId);
    await purgeAll(this.database, deleteRemovedCustomers, developerId);
    const deleted = await this.database.transaction(async (tx) => {
      // A client or a customer that is added at this moment refers to the row, and is there by the next statement.
      await tx.rows(lockDeveloperRow, developerId);
      const gone = await tx.row(deleteDeveloper, developerId);
      if (gone) {
        await tx.rows(forgetDeveloperTries, sessionHash(gone.email));
        await tx.rows(deleteSignUps, gone.email);
        await tx.rows(deletePasswordResets, gone.email);
      }
      return gone !== undefined;
    });
    return deleted ? 'deleted' : this.leftovers(developerId);
  }

  private async leftovers(developerId: string) {
    return (await this.database.row(accountLeftovers, developerId)) ?? { clients: 0, customers: 0, consoleClientId: null };
  }
}
