import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { type Answer, Serves, statementFormats } from '@open-banking/http';
import { savingsLoans, type ParamsOf } from '@open-banking/spec';
import { entriesFaults, EntriesQuery, WithBalance } from '../contracts/contract.messages.js';
import { LoansBalances, LoansDetails, LoansList, LoansTransactions } from './loans.messages.js';
import { LoansService } from './loans.service.js';

type LoanParams = ParamsOf<typeof savingsLoans.readLoan.path>;

@Controller()
export class LoansController {
  constructor(private readonly loans: LoansService) {}

  @Serves(savingsLoans.listLoans, {
    description: 'Lists the loan accounts that the consent covers, with their balances on request.',
    query: WithBalance,
    answers: LoansList,
  })
  list(@CurrentPrincipal() principal: CustomerPrincipal, @Query() query: WithBalance): Promise<LoansList> {
    return this.loans.list(principal, query);
  }

  @Serves(savingsLoans.readLoan, {
    description: 'Reads the details of one loan account, with its balances on request.',
    query: WithBalance,
    answers: LoansDetails,
  })
  one(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { loanAccountId }: LoanParams,
    @Query() query: WithBalance,
  ): Promise<LoansDetails> {
    return this.loans.one(principal, loanAccountId, query);
  }

  @Serves(savingsLoans.readLoanBalances, {
    description: 'Reads the balances of one loan account as of now. They are negative, as the customer owes them.',
    answers: LoansBalances,
  })
  balances(@CurrentPrincipal() principal: CustomerPrincipal, @Param() { loanAccountId }: LoanParams): Promise<LoansBalances> {
    return this.loans.balances(principal, loanAccountId);
  }

  @Serves(savingsLoans.listLoanTransactions, {
    description:
      'Lists entries of one loan account by booking status and period, newest first, in pages. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list pending entries only with `bookingStatus=pending`.',
    query: EntriesQuery,
    queryFaults: entriesFaults,
    answers: LoansTransactions,
    produces: statementFormats,
  })
  transactions(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { loanAccountId }: LoanParams,
    @Query() query: EntriesQuery,
  ): Promise<LoansTransactions | Answer<Buffer>> {
    return this.loans.transactions(principal, loanAccountId, query);
  }
}
