import { Injectable } from '@nestjs/common';
import type { CustomerReader } from '@open-banking/access';
import type { Answer } from '@open-banking/http';
import type { EntriesQuery, WithBalance } from '../contracts/contract.messages.js';
import { ContractsService, type ContractKind } from '../contracts/contract.service.js';
import type { SavingsBalances, SavingsDetails, SavingsList, SavingsTransactions } from './savings.messages.js';
import { savingsStatements } from './savings.statements.js';

const savings: ContractKind = { statements: savingsStatements, path: '/v1.5/savings' };

@Injectable()
export class SavingsService {
  constructor(private readonly contracts: ContractsService) {}

  async list(reader: CustomerReader, query: WithBalance): Promise<SavingsList> {
    return { savingsAccounts: await this.contracts.list(savings, reader, query) };
  }

  async one(reader: CustomerReader, accountId: string, query: WithBalance): Promise<SavingsDetails> {
    return { savingsAccount: await this.contracts.one(savings, reader, accountId, query) };
  }

  async balances(reader: CustomerReader, accountId: string): Promise<SavingsBalances> {
    const { account, balances } = await this.contracts.balances(savings, reader, accountId);
    return { savingsAccount: account, balances };
  }

  async transactions(reader: CustomerReader, accountId: string, query: EntriesQuery): Promise<SavingsTransactions | Answer<Buffer>> {
    if (reader.format) return this.contracts.statement(savings, reader.format, reader, accountId, query);
    const { account, ...entries } = await this.contracts.transactions(savings, reader, accountId, query);
    return { savingsAccount: account, ...entries };
  }
}
