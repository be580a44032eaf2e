import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, pageQuery, type CustomerPrincipal, type PageQuery } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { loanServices, type ParamsOf } from '@open-banking/spec';
import Type from 'typebox';
import type { Numbers } from '../branch-accounts/branch-accounts.js';
import { AccountLoansBalances, LoanDetails, LoanList } from './loans.messages.js';
import { LoansService } from './loans.service.js';

type OneLoan = ParamsOf<typeof loanServices.readLoanDetails.path>;
const query = Type.Object(pageQuery, { additionalProperties: false });

@Controller()
export class LoansController {
  constructor(private readonly loans: LoansService) {}

  @Serves(loanServices.listAllLoans, {
    description: 'Lists all loans that the consent covers, with what is owed on each, in pages.',
    query,
    answers: LoanList,
  })
  list(@CurrentPrincipal() principal: CustomerPrincipal, @Query() page: PageQuery): Promise<LoanList> {
    return this.loans.list(principal, page);
  }

  @Serves(loanServices.listAccountLoans, {
    description: 'Lists the loans that an account repays and the consent covers, in pages.',
    query,
    answers: LoanList,
  })
  ofAccount(@CurrentPrincipal() principal: CustomerPrincipal, @Param() numbers: Numbers, @Query() page: PageQuery): Promise<LoanList> {
    return this.loans.ofAccount(principal, numbers, page);
  }

  @Serves(loanServices.readAccountLoansBalances, {
    description: 'Reads what is owed today on the loans that an account repays, for each loan and in total for each currency.',
    answers: AccountLoansBalances,
  })
  balances(@CurrentPrincipal() principal: CustomerPrincipal, @Param() numbers: Numbers): Promise<AccountLoansBalances> {
    return this.loans.balances(principal, numbers);
  }

  @Serves(loanServices.readLoanDetails, {
    description: 'Reads one loan with its tracks, collateral, terms of early repayment and remaining schedule.',
    answers: LoanDetails,
  })
  one(@CurrentPrincipal() principal: CustomerPrincipal, @Param() { loanAccountID }: OneLoan): Promise<LoanDetails> {
    return this.loans.one(principal, loanAccountID);
  }
}
