import { Injectable } from '@nestjs/common';
import type { CustomerPrincipal } from '@open-banking/access';
import type { Answer } from '@open-banking/http';
import type { EntriesQuery, WithBalance } from '../contracts/contract.messages.js';
import { ContractStatementsService } from '../contracts/contract-statements.service.js';
import { ContractsService, type ContractKind } from '../contracts/contract.service.js';
import type { SavingsBalances, SavingsDetails, SavingsList, SavingsTransactions } from './savings.messages.js';
import { savingsStatements } from './savings.statements.js';

const savings: ContractKind = { statements: savingsStatements, path: '/v1.5/savings' };

@Injectable()
export class SavingsService {
  constructor(
    private readonly contracts: ContractsService,
    private readonly statements: ContractStatementsService,
  ) {}

  async list(principal: CustomerPrincipal, query: WithBalance): Promise<SavingsList> {
    return { savingsAccounts: await this.contracts.list(savings, principal, query) };
  }

  async one(principal: CustomerPrincipal, accountId: string, query: WithBalance): Promise<SavingsDetails> {
    return { savingsAccount: await this.contracts.one(savings, principal, accountId, query) };
  }

  async balances(principal: CustomerPrincipal, accountId: string): Promise<SavingsBalances> {
    const { account, balances } = await this.contracts.balances(savings, principal, accountId);
    return { savingsAccount: account, balances };
  }

  async transactions(principal: CustomerPrincipal, accountId: string, query: EntriesQuery): Promise<SavingsTransactions | Answer<Buffer>> {
    if (principal.format) return this.statements.page(savings, principal.format, principal, accountId, query);
    const { account, ...entries } = await this.contracts.transactions(savings, principal, accountId, query);
    return { savingsAccount: account, ...entries };
  }
}
