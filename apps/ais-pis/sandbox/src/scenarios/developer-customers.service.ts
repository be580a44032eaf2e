import { Injectable } from '@nestjs/common';
import { unmatchableHash } from '@open-banking/access';
import { Database } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { developerHash } from '@open-banking/ais-pis-directory';
import { addPreviousHolders, claimCustomers, lockOut, ownedCustomers, updatePeople } from './scenarios.statements.js';

/** Which customers were made for which developer. Another developer's is answered as one that does not exist. */
@Injectable()
export class DeveloperCustomersService {
  constructor(private readonly database: Database) {}

  /** Customers that do not exist become the developer's; others must be. */
  async admit(developerId: string, psuIds: readonly string[]): Promise<void> {
    const owner = developerHash(developerId);
    if (psuIds.every(isUuid)) await this.database.rows(claimCustomers, owner, psuIds);
    await this.requireOwner(developerId, psuIds);
  }

  /** Rows of those who hold what these customers held: nobody signs in as one of them. */
  async replace(psuIds: readonly string[]): Promise<void> {
    await this.database.rows(addPreviousHolders, psuIds, unmatchableHash);
  }

  /** Gives those of these people who exist their new names and passwords; returns their ids. */
  async update(people: readonly object[]): Promise<readonly string[]> {
    return (await this.database.rows(updatePeople, JSON.stringify(people))).map(({ psuId }) => psuId);
  }

  async requireOwner(developerId: string, psuIds: readonly string[]): Promise<void> {
    const owned = psuIds.every(isUuid) ? await this.database.rows(ownedCustomers, developerHash(developerId), psuIds) : [];
    if (owned.length < new Set(psuIds).size) throw new Refusal('RESOURCE_UNKNOWN', { psuIds });
  }

  async lockOut(psuIds: readonly string[]): Promise<void> {
    await this.database.rows(lockOut, psuIds, unmatchableHash);
  }
}
