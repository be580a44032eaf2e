import { Injectable } from '@nestjs/common';
import { AccountOwnersQuery, directoryContracts, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { ownersOfAccount } from './customer-alerts.statements.js';

/** Serves the present owners of an account to the mandates service, which alerts them. */
@Injectable()
export class AccountOwnersInternal {
  constructor(private readonly database: Database) {}

  @ServesInternal(directoryContracts.listAccountOwners)
  async owners({ body: { accountId } }: InternalRequest<AccountOwnersQuery>): Promise<{ readonly owners: readonly string[] }> {
    const rows = await this.database.rows(ownersOfAccount, accountId);
    return { owners: rows.map(({ psuId }) => psuId) };
  }
}
