import { Injectable } from '@nestjs/common';
import type { CustomerPrincipal } from '@open-banking/access';
import type { Answer } from '@open-banking/http';
import type { EntriesQuery, WithBalance } from '../contracts/contract.messages.js';
import { ContractStatementsService } from '../contracts/contract-statements.service.js';
import { ContractsService, type ContractKind } from '../contracts/contract.service.js';
import type { LoansBalances, LoansDetails, LoansList, LoansTransactions } from './loans.messages.js';
import { loansStatements } from './loans.statements.js';

const loans: ContractKind = { statements: loansStatements, path: '/v1.5/loans' };

@Injectable()
export class LoansService {
  constructor(
    private readonly contracts: ContractsService,
    private readonly statements: ContractStatementsService,
  ) {}

  async list(principal: CustomerPrincipal, query: WithBalance): Promise<LoansList> {
    return { loanAccounts: await this.contracts.list(loans, principal, query) };
  }

  async one(principal: CustomerPrincipal, accountId: string, query: WithBalance): Promise<LoansDetails> {
    return { loanAccount: await this.contracts.one(loans, principal, accountId, query) };
  }

  async balances(principal: CustomerPrincipal, accountId: string): Promise<LoansBalances> {
    const { account, balances } = await this.contracts.balances(loans, principal, accountId);
    return { loanAccount: account, balances };
  }

  async transactions(principal: CustomerPrincipal, accountId: string, query: EntriesQuery): Promise<LoansTransactions | Answer<Buffer>> {
    if (principal.format) return this.statements.page(loans, principal.format, principal, accountId, query);
    const { account, ...entries } = await this.contracts.transactions(loans, principal, accountId, query);
    return { loanAccount: account, ...entries };
  }
}
