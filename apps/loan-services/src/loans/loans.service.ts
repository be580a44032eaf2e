import { Injectable } from '@nestjs/common';
import { keysetPage, permits, type CustomerPrincipal, type KeysetPage, type PageQuery } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { linksTo, Refusal } from '@open-banking/messages';
import { accountNamed, toAccount, type Numbers } from '../branch-accounts/branch-accounts.js';
import { loansOwed, totalsOwed } from './account-balances.js';
import { toDetails, toLoan } from './loan-details.js';
import type { AccountLoansBalances, LoanDetails, LoanList } from './loans.messages.js';
import { loanOfCustomer, loansOfAccount, loansOfCustomer, owedOnAccount, unpaidInstalments, type LoanRow } from './loans.statements.js';

type LoanPage = KeysetPage<[loanId: string]>;

@Injectable()
export class LoansService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly cursors: Cursors,
  ) {}

  async list(principal: CustomerPrincipal, query: PageQuery): Promise<LoanList> {
    const page: LoanPage = keysetPage(this.cursors, principal, '/loans', query);
    return toList(
      await this.database.rows(loansOfCustomer, principal.psuId, principal.granted, page.after?.[0] ?? null, page.take, this.clock.today()),
      page,
      principal,
    );
  }

  async ofAccount(principal: CustomerPrincipal, numbers: Numbers, query: PageQuery): Promise<LoanList> {
    const path = `/account/${numbers.BranchNumber}-${numbers.AccountNumber}/loans`;
    const page: LoanPage = keysetPage(this.cursors, principal, path, query);
    const { accountId } = await accountNamed(this.database, principal, numbers);
    return toList(
      await this.database.rows(
        loansOfAccount,
        principal.psuId,
        principal.granted,
        page.after?.[0] ?? null,
        page.take,
        this.clock.today(),
        accountId,
      ),
      page,
      principal,
    );
  }

  async balances(principal: CustomerPrincipal, numbers: Numbers): Promise<AccountLoansBalances> {
    const account = await accountNamed(this.database, principal, numbers);
    const today = this.clock.today();
    const rows = await this.database.rows(owedOnAccount, principal.psuId, principal.granted, account.accountId, today);
    return { account: toAccount(account), asOf: today, loans: loansOwed(rows), totals: totalsOwed(rows) };
  }

  async one(principal: CustomerPrincipal, loanId: string): Promise<LoanDetails> {
    const today = this.clock.today();
    const loan = await this.database.row(loanOfCustomer, principal.psuId, principal.granted, loanId, today);
    if (!loan) throw new Refusal('RESOURCE_UNKNOWN', { loanId });
    const unpaid = await this.database.rows(unpaidInstalments, principal.psuId, loanId);
    return toDetails(loan, unpaid, today);
  }
}

function toList(rows: readonly LoanRow[], page: LoanPage, principal: CustomerPrincipal): LoanList {
  const { rows: loans, first, next } = page.show(rows, ({ loanId }) => [loanId]);
  return {
    loans: loans.map((row) => toLoan(row, permits(principal, 'balances', row.loanId))),
    _links: { first: { href: first }, ...linksTo({ next }) },
  };
}
