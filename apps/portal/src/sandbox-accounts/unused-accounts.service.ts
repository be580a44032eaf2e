import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { AccountDeletionService } from '../developers/account-deletion.service.js';
import { DeveloperCustomersService } from '../scenarios/developer-customers.service.js';
import { giveUpSandboxAccount, unusedSandboxAccounts } from './sandbox-accounts.statements.js';

const dayMs = 86_400_000;
/** 30 days, and the one within which a second request of a client is not noted. */
const unusedMs = 31 * dayMs;
/** In one run: each account takes calls to other services for its clients and customers. */
const batchSize = 20;
const everyMs = 3_600_000;

/**
 * Deletes accounts made in one click that were not used for 30 days: without a sign-in or a request of a client of theirs. Their clients
 * and customers go first, as a developer would have to remove them. One that is used before its turn stays whole.
 */
@Injectable()
export class UnusedAccountsService {
  constructor(
    private readonly database: Database,
    private readonly service: ServiceSettings,
    private readonly clients: DeveloperClientsService,
    private readonly customers: DeveloperCustomersService,
    private readonly deletion: AccountDeletionService,
  ) {}

  get isNeeded(): boolean {
    return this.service.sandbox;
  }

  /** Real time, as sessions are: a moved clock of the sandbox deletes no account. One that fails keeps none of the others. */
  @RecurringWork('delete-unused-accounts', { everyMs: ({ isNeeded }: UnusedAccountsService) => (isNeeded ? everyMs : undefined) })
  async deleteUnused(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - unusedMs);
    const failures: unknown[] = [];
    for (const { developerId } of await this.database.rows(unusedSandboxAccounts, before, now, batchSize))
      await this.deleteIfUnused(developerId, before, now).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  /** Idempotent: after an interruption the next run goes on. */
  private async deleteIfUnused(developerId: string, before: Date, now: Date): Promise<void> {
    if (!(await this.database.row(giveUpSandboxAccount, before, now, developerId, randomBytes(32)))) return;
    for (const { clientId } of await this.clients.list(developerId)) await this.clients.remove(developerId, clientId);
    for (const { customerId } of await this.customers.list(developerId)) await this.customers.remove(developerId, customerId);
    await this.deletion.delete(developerId);
  }
}
