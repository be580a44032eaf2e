import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { type Answer, Serves, statementFormats } from '@open-banking/http';
import { savingsLoans, type ParamsOf } from '@open-banking/spec';
import { entriesFaults, EntriesQuery, WithBalance } from '../contracts/contract.messages.js';
import { SavingsBalances, SavingsDetails, SavingsList, SavingsTransactions } from './savings.messages.js';
import { SavingsService } from './savings.service.js';

type SavingsParams = ParamsOf<typeof savingsLoans.readSavings.path>;

@Controller()
export class SavingsController {
  constructor(private readonly savings: SavingsService) {}

  @Serves(savingsLoans.listSavings, {
    description: 'Lists the savings accounts that the consent covers, with their balances on request.',
    query: WithBalance,
    answers: SavingsList,
  })
  list(@CurrentPrincipal() principal: CustomerPrincipal, @Query() query: WithBalance): Promise<SavingsList> {
    return this.savings.list(principal, query);
  }

  @Serves(savingsLoans.readSavings, {
    description: 'Reads the details of one savings account, with its balances on request.',
    query: WithBalance,
    answers: SavingsDetails,
  })
  one(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { savingsAccountId }: SavingsParams,
    @Query() query: WithBalance,
  ): Promise<SavingsDetails> {
    return this.savings.one(principal, savingsAccountId, query);
  }

  @Serves(savingsLoans.readSavingsBalances, {
    description: 'Reads the balances of one savings account as of now.',
    answers: SavingsBalances,
  })
  balances(@CurrentPrincipal() principal: CustomerPrincipal, @Param() { savingsAccountId }: SavingsParams): Promise<SavingsBalances> {
    return this.savings.balances(principal, savingsAccountId);
  }

  @Serves(savingsLoans.listSavingsTransactions, {
    description:
      'Lists entries of one savings account by booking status and period, newest first, in pages. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list pending entries only with `bookingStatus=pending`.',
    query: EntriesQuery,
    queryFaults: entriesFaults,
    answers: SavingsTransactions,
    produces: statementFormats,
  })
  transactions(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { savingsAccountId }: SavingsParams,
    @Query() query: EntriesQuery,
  ): Promise<SavingsTransactions | Answer<Buffer>> {
    return this.savings.transactions(principal, savingsAccountId, query);
  }
}
