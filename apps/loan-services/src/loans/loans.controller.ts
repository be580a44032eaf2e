import { Controller, Param, Query } from '@nestjs/common';
import { pageQuery, type CustomerReader, type PageQuery } from '@open-banking/access';
import { CurrentReader, Serves } from '@open-banking/http';
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

  @Serves(loanServices.listAllLoans, { query, answers: LoanList })
  list(@CurrentReader() reader: CustomerReader, @Query() page: PageQuery): Promise<LoanList> {
    return this.loans.list(reader, page);
  }

  @Serves(loanServices.listAccountLoans, { query, answers: LoanList })
  ofAccount(@CurrentReader() reader: CustomerReader, @Param() numbers: Numbers, @Query() page: PageQuery): Promise<LoanList> {
    return this.loans.ofAccount(reader, numbers, page);
  }

  @Serves(loanServices.readAccountLoansBalances, { answers: AccountLoansBalances })
  balances(@CurrentReader() reader: CustomerReader, @Param() numbers: Numbers): Promise<AccountLoansBalances> {
    return this.loans.balances(reader, numbers);
  }

  @Serves(loanServices.readLoanDetails, { answers: LoanDetails })
  one(@CurrentReader() reader: CustomerReader, @Param() { loanAccountID }: OneLoan): Promise<LoanDetails> {
    return this.loans.one(reader, loanAccountID);
  }
}
