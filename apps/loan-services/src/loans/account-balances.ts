import { Decimal } from '@open-banking/messages';
import type { AccountLoansBalances } from './loans.messages.js';
import type { OwedRow } from './loans.statements.js';
import { money } from './money.js';
import { accruedInterest, drawnNotDue, indexationNotDue, payoffAmount, totalOutstanding } from './payoff.js';

const columns = {
  outstandingPrincipal: drawnNotDue,
  accruedInterest,
  indexation: indexationNotDue,
  arrears: (row: OwedRow) => new Decimal(row.arrears),
  totalOutstanding,
  payoffAmount,
};
type Column = keyof typeof columns;
type Owed = Pick<AccountLoansBalances['totals'][number], Column>;

/** The totals of some loans in one currency, by column. */
function owedOn(rows: readonly OwedRow[], currency: string): Owed {
  const sums = Object.entries(columns).map(([column, of]) => [
    column,
    money(
      currency,
      rows.reduce((sum, row) => sum.plus(of(row)), new Decimal(0)),
    ),
  ]);
  return Object.fromEntries(sums) as Owed;
}

export const loansOwed = (rows: readonly OwedRow[]): AccountLoansBalances['loans'] =>
  rows.map((row) => ({ loanAccountId: row.loanId, ...owedOn([row], row.currency) }));

/** One total per currency. */
export const totalsOwed = (rows: readonly OwedRow[]): AccountLoansBalances['totals'] =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([currency, same]) => ({ currency, ...owedOn(same, currency) }));
