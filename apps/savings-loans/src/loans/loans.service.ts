import { Injectable } from '@nestjs/common';
import type { CustomerReader } from '@open-banking/access';
import type { Answer } from '@open-banking/http';
import type { EntriesQuery, WithBalance } from '../contracts/contract.messages.js';
import { ContractsService, type ContractKind } from '../contracts/contract.service.js';
import type { LoansBalances, LoansDetails, LoansList, LoansTransactions } from './loans.messages.js';
import { loansStatements } from './loans.statements.js';

const loans: ContractKind = { statements: loansStatements, path: '/v1.5/loans' };

@Injectable()
export class LoansService {
  constructor(private readonly contracts: ContractsService) {}

  async list(reader: CustomerReader, query: WithBalance): Promise<LoansList> {
    return { loanAccounts: await this.contracts.list(loans, reader, query) };
  }

  async one(reader: CustomerReader, accountId: string, query: WithBalance): Promise<LoansDetails> {
    return { loanAccount: await this.contracts.one(loans, reader, accountId, query) };
  }

  async balances(reader: CustomerReader, accountId: string): Promise<LoansBalances> {
    const { account, balances } = await this.contracts.balances(loans, reader, accountId);
    return { loanAccount: account, balances };
  }

  async transactions(reader: CustomerReader, accountId: string, query: EntriesQuery): Promise<LoansTransactions | Answer<Buffer>> {
    if (reader.format) return this.contracts.statement(loans, reader.format, reader, accountId, query);
    const { account, ...entries } = await this.contracts.transactions(loans, reader, accountId, query);
    return { loanAccount: account, ...entries };
  }
}
