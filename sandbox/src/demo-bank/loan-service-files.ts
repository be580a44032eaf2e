import { dateOf, instantOf } from './calendar.js';
import type { CurrentAccount } from './current-account.js';
import type { Bank, Owners } from './bank.js';
import type { Loan } from './loan.js';
import { instalmentFields } from './loan-files.js';
import { inMajor, rateText, type Minor } from './money.js';
import { instalmentOf, type Track } from './schedule.js';

const incomeKinds = ['SALARY', 'ALLOWANCE', 'CREDIT_TRANSFER'];
const incomeMonths = 12;
/** For a business: the share of sales that counts as income. */
const businessIncomePerCent = 18;

/** A current account as known to loan services. */
export function writeBranchAccount({ facts, monthlyIncome, ...account }: BranchAccount, owners: Owners, bank: Bank): void {
  bank.lines.write('loan-services', 'branchAccount', {
    accountId: facts.accountId,
    branchNumber: facts.branchNumber,
    accountNumber: facts.accountNumber,
    iban: facts.iban,
    currency: facts.currency,
    ownerName: owners.name,
    usage: owners.usage,
    monthlyNetIncome: inMajor(monthlyIncome),
    otherDebtService: inMajor(account.otherDebtService),
    customerSince: dateOf(facts.openedOn),
  });
}

export interface BranchAccount {
  readonly facts: CurrentAccount['facts'];
  readonly monthlyIncome: Minor;
  readonly otherDebtService: Minor;
}

export function incomeOf(account: CurrentAccount, usage: 'PRIV' | 'ORGA'): Minor {
  const income = account.monthlyIncome(incomeKinds, incomeMonths);
  return usage === 'ORGA' ? Math.round((income * businessIncomePerCent) / 100) : income;
}

/** Writes the loan for loan services: the same contract by tracks, with its arrears. */
export function writeLoanServices(loan: Loan): void {
  const { bank, loanId, kind, account, tracks } = loan;
  const { lines } = bank;
  const status = owed(loan) === 0 ? 'closed' : arrearsNow(loan) > 0 ? 'inArrears' : 'active';
  lines.write('loan-services', 'loan', {
    loanId,
    accountId: loan.branchAccount.facts.accountId,
    product: kind.product,
    currency: account.facts.currency,
    originalAmount: inMajor(loan.amount),
    interestType: tracks.length > 1 ? 'mixed' : tracks[0]!.interestType,
    annualInterestRate: weightedRate(tracks),
    startDate: dateOf(loan.start),
    endDate: dateOf(loan.rows.at(-1)!.due),
    status,
    earlyRepaymentFrom: dateOf(loan.start),
    earlyRepaymentFee: String(kind.exitFeePerCent),
  });
  writeBalance(loan);
  for (const [place, track] of tracks.entries()) writeTrack(track, place, loan);
  if (loan.collateral && kind.collateral) {
    const { kind: of, description } = kind.collateral;
    lines.write('loan-services', 'collateral', {
      loanId,
      number: 1,
      kind: of,
      description,
      value: inMajor(loan.collateral.value),
      currency: account.facts.currency,
      valuationDate: dateOf(loan.start),
    });
  }
  for (const [place, { name, amount }] of loan.guarantors.entries())
    lines.write('loan-services', 'guarantor', { loanId, number: place + 1, name, amount: inMajor(amount) });
  for (const row of loan.rows) lines.write('loan-services', 'instalment', { loanId, ...instalmentFields(row, loan) });
  writeArrears(loan);
}

const principalUnpaid = (loan: Loan): Minor =>
  loan.due.filter((row) => loan.paidOn(row) === undefined).reduce((sum, { principal }) => sum + principal, 0);
const arrearsNow = ({ arrears }: Loan): Minor => arrears?.events.at(-1)?.after ?? 0;

/** The outstanding principal: the scheduled remainder plus unpaid principal of due instalments. */
const owed = (loan: Loan): Minor => (loan.due.at(-1)?.closing ?? loan.amount) + principalUnpaid(loan);

function writeBalance(loan: Loan): void {
  const { period, lines } = loan.bank;
  const next = loan.rows.find(({ due }) => due > period.last);
  const arrears = arrearsNow(loan);
  const since = loan.due.at(-1)?.due ?? loan.start;
  const accrued = Math.round((owed(loan) * Number(weightedRate(loan.tracks)) * (period.last - since)) / 36_500);
  const oldest = loan.due.find((row) => loan.paidOn(row) === undefined);
  lines.write('loan-services', 'loanBalance', {
    loanId: loan.loanId,
    asOf: dateOf(period.last),
    outstandingPrincipal: inMajor(owed(loan)),
    indexation: inMajor(loan.due.reduce((sum, { indexation }) => sum + indexation, 0)),
    accruedInterest: inMajor(accrued),
    arrears: inMajor(arrears),
    arrearsInterest: inMajor(arrears - principalUnpaid(loan)),
    oldestUnpaidDate: oldest === undefined ? undefined : dateOf(oldest.due),
    nextPaymentDate: next === undefined ? undefined : dateOf(next.due),
    nextPaymentAmount: next === undefined ? undefined : inMajor(instalmentOf(next)),
    changedAt: instantOf(period.last, 899),
  });
}

function writeTrack(track: Track, place: number, loan: Loan): void {
  const {
    bank: { lines },
    loanId,
    start,
    rows,
  } = loan;
  const { index } = track;
  // Overdue amounts belong to the first track, so that the tracks add up to the loan.
  const left = (loan.left[loan.due.length - 1]?.[place] ?? track.amount) + (place === 0 ? principalUnpaid(loan) : 0);
  const scheduled = rows.filter(({ early }) => !early);
  lines.write('loan-services', 'track', {
    loanId,
    number: place + 1,
    name: track.name,
    originalAmount: inMajor(track.amount),
    outstandingPrincipal: inMajor(left),
    interestType: track.interestType,
    annualInterestRate: rateText(track.rate),
    indexName: index?.name,
    indexMargin: index?.margin === undefined ? undefined : rateText(index.margin),
    indexBaseValue: index?.base === undefined ? undefined : rateText(index.base, 2),
    repaymentMethod: track.method,
    termInMonths: track.months,
    startDate: dateOf(start),
    endDate: dateOf(scheduled[track.months - 1]!.due),
    nextRateChangeDate: track.rateChange === undefined ? undefined : dateOf(track.rateChange),
  });
}

function writeArrears({ bank: { lines }, arrears, loanId, branchAccount }: Loan): void {
  for (const event of arrears?.events ?? []) {
    lines.write('loan-services', 'arrearsTransaction', {
      accountId: branchAccount.facts.accountId,
      transactionDate: dateOf(event.day),
      transactionReference: lines.reference('loan-services'),
      loanId,
      dueDate: dateOf(event.due),
      transactionType: event.type,
      amount: inMajor(event.amount),
      arrearsAfter: inMajor(event.after),
      daysPastDue: event.daysPastDue,
    });
  }
}

const weightedRate = (tracks: readonly Track[]): string => {
  const total = tracks.reduce((sum, { amount }) => sum + amount, 0);
  return rateText(tracks.reduce((sum, { amount, rate }) => sum + amount * rate, 0) / total, 3);
};
