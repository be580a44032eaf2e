import { dateOf, instantOf, type Day } from './calendar.js';
import type { Loan } from './loan.js';
import { inMajor, rateText, type Minor } from './money.js';
import { instalmentOf, type Instalment } from './schedule.js';

interface LoanEntry {
  readonly day: Day;
  readonly amount: Minor;
  readonly code: string;
  readonly kind: string;
  readonly text: string;
  readonly paid?: true;
}

const pendingDays = 3;

/** Writes a loan for both services that serve it: savings and loans, and loan services. */
export function writeLoan(loan: Loan): void {
  const { bank, owners, loanId, account } = loan;
  const entries = entriesOf(loan);
  const pending = pendingOf(loan);
  writeAccount(loan, entries, pending);
  bank.hold(
    owners,
    { service: 'savings-loans', kind: 'loan', resourceId: loanId, currency: account.facts.currency, reference: { bban: loan.bban } },
    ['loan-services'],
  );
  let balance = 0;
  for (const entry of entries) {
    balance += entry.amount;
    bank.lines.write('savings-loans', 'loanEntry', {
      accountId: loanId,
      bookingDate: dateOf(entry.day),
      entryReference: bank.lines.reference('savings-loans'),
      transactionId: bank.lines.transactionId('savings-loans'),
      valueDate: dateOf(entry.day),
      ...described(entry, loan),
      balanceAfter: inMajor(balance),
    });
  }
  for (const entry of pending) {
    bank.lines.write('savings-loans', 'loanPendingEntry', {
      accountId: loanId,
      entryDate: dateOf(bank.period.last),
      entryReference: bank.lines.reference('savings-loans'),
      transactionId: bank.lines.transactionId('savings-loans'),
      valueDate: dateOf(entry.day),
      ...described(entry, loan),
    });
  }
  for (const row of loan.rows) bank.lines.write('savings-loans', 'loanInstalment', { accountId: loanId, ...instalmentFields(row, loan) });
}

export function instalmentFields(row: Instalment, loan: Loan): object {
  const paid = loan.paidOn(row);
  return {
    number: row.number,
    dueDate: dateOf(row.due),
    openingBalance: inMajor(row.opening),
    indexation: inMajor(row.indexation),
    interest: inMajor(row.interest),
    principal: inMajor(row.principal),
    fees: inMajor(row.fees),
    instalment: inMajor(instalmentOf(row)),
    closingBalance: inMajor(row.closing),
    paidOn: paid === undefined ? undefined : dateOf(paid),
  };
}

function entriesOf(loan: Loan): LoanEntry[] {
  const code = (of: string): string => `LDAS-${loan.kind.family}-${of}`;
  const entries: LoanEntry[] = [{ day: loan.start, amount: -loan.amount, code: code('DDWN'), kind: 'DRAWDOWN', text: 'Drawdown' }];
  for (const row of loan.due) {
    entries.push(
      { day: row.due, amount: -row.indexation, code: code('OTHR'), kind: 'INDEXATION', text: 'Linkage to prices' },
      { day: row.due, amount: -row.interest, code: code('INTR'), kind: 'INTEREST_CHARGED', text: `Interest ${row.number}` },
      { day: row.due, amount: -row.fees, code: code('FEES'), kind: 'FEE_CHARGED', text: `Fee ${row.number}` },
    );
    const day = loan.paidOn(row);
    if (day !== undefined) entries.push(...paymentOf(row, day, loan));
  }
  for (const event of loan.arrears?.events ?? []) {
    if (event.type === 'lateInterest')
      entries.push({
        day: event.day,
        amount: -event.amount,
        code: code('INTR'),
        kind: 'LATE_INTEREST',
        text: 'Interest on overdue instalments',
      });
    if (event.type === 'fee')
      entries.push({ day: event.day, amount: -event.amount, code: code('FEES'), kind: 'FEE_CHARGED', text: 'Reminder' });
  }
  const { arrears } = loan;
  if (arrears?.paidOn !== undefined) {
    entries.push(
      {
        day: arrears.paidOn,
        amount: arrears.lateInterest,
        code: code('INTR'),
        kind: 'LATE_INTEREST',
        text: 'Interest on overdue instalments, paid',
        paid: true,
      },
      { day: arrears.paidOn, amount: arrears.fee, code: code('FEES'), kind: 'FEE_PAID', text: 'Reminder, paid', paid: true },
    );
  }
  return entries.filter(({ amount }) => amount !== 0).sort((a, b) => a.day - b.day || a.amount - b.amount);
}

function paymentOf(row: Instalment, day: Day, { kind: { family } }: Loan): LoanEntry[] {
  const text = row.early ? 'Early repayment' : `Instalment ${row.number}`;
  return [
    { day, amount: row.principal, code: `LDAS-${family}-PPAY`, kind: row.early ? 'EARLY_REPAYMENT' : 'PRINCIPAL', text, paid: true },
    { day, amount: row.interest, code: `LDAS-${family}-INTR`, kind: 'INTEREST_PAID', text, paid: true },
    { day, amount: row.fees, code: `LDAS-${family}-FEES`, kind: 'FEE_PAID', text, paid: true },
  ];
}

/** Instalments due in the next days: pending, as on the current account. */
function pendingOf(loan: Loan): LoanEntry[] {
  const { last } = loan.bank.period;
  const soon = loan.rows.filter(({ due }) => due > last && due <= last + pendingDays);
  return soon.flatMap((row) => paymentOf(row, row.due, loan)).filter(({ kind, amount }) => kind === 'PRINCIPAL' && amount !== 0);
}

function described({ amount, code, kind, text, paid }: LoanEntry, { owners, account }: Loan): object {
  const other = paid ? { debtorName: owners.name, debtorAccount: { iban: account.facts.iban } } : {};
  return {
    amount: inMajor(amount),
    ...other,
    remittanceUnstructured: text,
    bankTransactionCode: code,
    proprietaryBankTransactionCode: kind,
  };
}

function writeAccount(loan: Loan, entries: readonly LoanEntry[], pending: readonly LoanEntry[]): void {
  const { bank, owners, kind, account } = loan;
  const booked = entries.reduce((sum, { amount }) => sum + amount, 0);
  const lastDay = entries.at(-1)!.day;
  bank.lines.write('savings-loans', 'loanAccount', {
    accountId: loan.loanId,
    bban: loan.bban,
    currency: account.facts.currency,
    ownerName: owners.name,
    name: kind.name,
    product: kind.product,
    cashAccountType: 'LOAN',
    status: booked === 0 ? 'deleted' : 'enabled',
    usage: owners.usage,
    details: loan.collateral && kind.collateral ? `Secured: ${kind.collateral.description}.` : undefined,
    linkedAccounts: account.facts.iban,
    interest: loan.tracks.map((track) => interestOf(track, loan)),
    contractStartDate: dateOf(loan.start),
    contractEndDate: dateOf(loan.rows.at(-1)!.due),
    contractAvailabilityDate: kind.exitFeePerCent === 0 ? dateOf(bank.period.until) : dateOf(loan.rows.at(-1)!.due),
    collateralsInvolved: loan.collateral !== undefined,
    guaranteeInvolved: loan.guarantors.length > 0,
    originalAmount: inMajor(loan.amount),
    booked: inMajor(booked),
    incoming: inMajor(pending.reduce((sum, { amount }) => sum + amount, 0)),
    lastBookingDate: dateOf(lastDay),
    changedAt: instantOf(lastDay, 899),
  });
}

function interestOf({ interestType, rate, index, amount, name }: Loan['tracks'][number], { account, start, rows }: Loan): object {
  const relatedIndices = index && [
    index.name === 'CPI'
      ? { index: 'CPI', rootIndexValue: rateText(index.base!, 2) }
      : { index: 'other', additionalInformation: `${index.name} ${index.margin! < 0 ? '-' : '+'} ${Math.abs(index.margin!)} %` },
  ];
  return {
    type: interestType === 'fixed' ? 'FIXD' : 'INDE',
    relatedIndices,
    rate: [{ percentage: rateText(rate), toAmount: { currency: account.facts.currency, amount: inMajor(amount) } }],
    fromDateTime: `${dateOf(start)}T00:00:00Z`,
    toDateTime: `${dateOf(rows.at(-1)!.due)}T23:59:59Z`,
    changeMechanism: interestType === 'fixed' ? undefined : `${name}: follows its index.`,
  };
}
