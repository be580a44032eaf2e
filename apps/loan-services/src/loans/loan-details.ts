import { omitNullish, linksTo } from '@open-banking/messages';
import { money } from './money.js';
import type { Loan, LoanDetails } from './loans.messages.js';
import type { CollateralRow, InstalmentRow, LoanDetailsRow, LoanRow, TrackRow } from './loans.statements.js';
import { earlyRepaymentFee, payoffAmount } from './payoff.js';

/** Converts a row to the fields that all messages of a loan share, without links. */
const toSummary = ({ loanId, branchNumber, accountNumber, product, currency, ...row }: LoanRow) =>
  omitNullish({
    loanAccountId: loanId,
    branchNumber,
    accountNumber,
    product,
    currency,
    originalAmount: money(currency, row.originalAmount),
    outstandingBalance: money(currency, row.outstandingBalance),
    interestType: row.interestType,
    annualInterestRate: row.annualInterestRate,
    startDate: row.startDate,
    endDate: row.endDate,
    nextPaymentDate: row.nextPaymentDate ?? undefined,
    nextPaymentAmount: row.nextPaymentAmount === null ? undefined : money(currency, row.nextPaymentAmount),
    status: row.status,
  });

const selfOf = (loanId: string) => linksTo({ self: `/loan/${loanId}` });

/** A loan in a list. It links to its details if the consent covers its balances. */
export const toLoan = (row: LoanRow, mayFollow: boolean): Loan => ({ ...toSummary(row), _links: mayFollow ? selfOf(row.loanId) : {} });

export const toDetails = (row: LoanDetailsRow, unpaid: readonly InstalmentRow[], today: string): LoanDetails =>
  omitNullish({
    ...toSummary(row),
    tracks: (row.tracks ?? []).map((track) => toTrack(track, row.currency)),
    collaterals: (row.collaterals ?? []).map(toCollateral),
    guarantors: row.guarantors,
    earlyRepayment:
      row.status === 'closed'
        ? undefined
        : {
            allowedFrom: row.earlyRepaymentFrom,
            fee: money(row.currency, earlyRepaymentFee(row)),
            amountToday: money(row.currency, payoffAmount(row)),
          },
    remainingSchedule: unpaid.map((instalment) => toInstalment(instalment, row.currency, today)),
    _links: selfOf(row.loanId),
  });

const toTrack = ({ indexName, indexMargin, indexBaseValue, ...track }: TrackRow, currency: string): LoanDetails['tracks'][number] =>
  omitNullish({
    ...track,
    originalAmount: money(currency, track.originalAmount),
    outstandingPrincipal: money(currency, track.outstandingPrincipal),
    index:
      indexName === null
        ? undefined
        : omitNullish({ name: indexName, margin: indexMargin ?? undefined, baseValue: indexBaseValue ?? undefined }),
    nextRateChangeDate: track.nextRateChangeDate ?? undefined,
  });

const toCollateral = ({ type, description, value, currency, valuationDate }: CollateralRow): LoanDetails['collaterals'][number] => ({
  type,
  description,
  value: money(currency, value),
  valuationDate,
});

const toInstalment = (
  { number, dueDate, ...amounts }: InstalmentRow,
  currency: string,
  today: string,
): LoanDetails['remainingSchedule'][number] => ({
  number,
  dueDate,
  openingBalance: money(currency, amounts.openingBalance),
  indexation: money(currency, amounts.indexation),
  interest: money(currency, amounts.interest),
  principal: money(currency, amounts.principal),
  fees: money(currency, amounts.fees),
  instalment: money(currency, amounts.instalment),
  closingBalance: money(currency, amounts.closingBalance),
  ...(dueDate < today && { overdue: true }),
});
