import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { scenariosContracts } from '@open-banking/contracts';

export type AccountBalances = ReadonlyMap<string, { readonly name: string; readonly booked: string; readonly available: string }>;

/** Balances of the current accounts of a developer's customers, by the id of the account. */
@Injectable()
export class CustomerBalancesService {
  constructor(private readonly calls: InternalCalls) {}

  async find(developerId: string): Promise<AccountBalances> {
    const found = await this.calls.call('ais-pis', scenariosContracts.listDevelopersBalances, { params: { developerId } });
    return new Map((found?.balances ?? []).map(({ accountId, ...balance }) => [accountId, balance]));
  }
}
