import { Injectable } from '@nestjs/common';
import { keysetPage, type CustomerPrincipal, type KeysetPage } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { periodOf } from '@open-banking/http';
import { linksTo } from '@open-banking/messages';
import { accountNamed, toAccount, type Numbers } from '../branch-accounts/branch-accounts.js';
import { money } from '../loans/money.js';
import { daysBetween } from '../mortgage-simulation/interval.js';
import type { ArrearsTransaction, ArrearsTransactions } from './arrears.messages.js';
import type { ArrearsQuery } from './arrears.query.js';
import { arrearsOfAccount, arrearsTransactions, type ArrearsRow, type ArrearsTransactionRow } from './arrears.statements.js';

@Injectable()
export class ArrearsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly cursors: Cursors,
  ) {}

  async transactions(principal: CustomerPrincipal, numbers: Numbers, query: ArrearsQuery): Promise<ArrearsTransactions> {
    const today = this.clock.today();
    const { from = null, to: lastDay } = periodOf(query, today);
    const path = `/loan/${numbers.BranchNumber}-${numbers.AccountNumber}/arrears/transactions`;
    const page: KeysetPage<[date: string, reference: string], [to: string]> = keysetPage(this.cursors, principal, path, query, [lastDay]);
    const account = await accountNamed(this.database, principal, numbers);
    const [to] = page.fixed;
    const [date = null, reference = null] = page.after ?? [];
    const overdue = await this.database.rows(arrearsOfAccount, principal.psuId, principal.granted, account.accountId, today);
    const rows = await this.database.rows(
      arrearsTransactions,
      principal.psuId,
      principal.granted,
      account.accountId,
      from,
      to,
      date,
      reference,
      page.take,
      today,
    );
    const { rows: transactions, first, next } = page.show(rows, ({ bookingDate, transactionId }) => [bookingDate, transactionId]);
    return {
      account: toAccount(account),
      arrears: toArrears(overdue, account.currency, today),
      transactions: transactions.map(toTransaction),
      _links: { first: { href: first }, ...linksTo({ next }) },
    };
  }
}

function toArrears(rows: readonly ArrearsRow[], currency: string, today: string): ArrearsTransactions['arrears'] {
  const own = rows.find((row) => row.currency === currency);
  const others = rows.filter((row) => row.currency !== currency).map((row) => money(row.currency, row.arrears));
  const oldestUnpaidDate = rows.flatMap((row) => row.oldestUnpaidDate ?? []).sort()[0];
  return {
    totalArrears: money(currency, own?.arrears ?? 0),
    ...(others.length > 0 && { otherCurrencies: others }),
    daysPastDue: oldestUnpaidDate === undefined ? 0 : daysBetween(oldestUnpaidDate, today),
    ...(oldestUnpaidDate !== undefined && { oldestUnpaidDate }),
  };
}

const toTransaction = ({ transactionId, loanId, currency, amount, arrearsAfter, ...row }: ArrearsTransactionRow): ArrearsTransaction => ({
  transactionId,
  loanAccountId: loanId,
  ...row,
  amount: money(currency, amount),
  arrearsAfter: money(currency, arrearsAfter),
});
