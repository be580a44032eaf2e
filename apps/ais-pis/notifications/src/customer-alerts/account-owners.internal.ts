import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { IsFormat, ServesInternal, type InternalRequest } from '@open-banking/http';
import { directoryInternal } from '@open-banking/spec';
import { ownersOfAccount } from './customer-alerts.statements.js';

class AccountOwnersQuery {
  @IsFormat('uuid') readonly accountId!: string;
}

/** Serves the present owners of an account to the mandates service, which alerts them. */
@Injectable()
export class AccountOwnersInternal {
  constructor(private readonly database: Database) {}

  @ServesInternal(directoryInternal.listAccountOwners, { body: AccountOwnersQuery })
  async owners({ body: { accountId } }: InternalRequest<AccountOwnersQuery>): Promise<{ readonly owners: readonly string[] }> {
    const rows = await this.database.rows(ownersOfAccount, accountId);
    return { owners: rows.map(({ psuId }) => psuId) };
  }
}
