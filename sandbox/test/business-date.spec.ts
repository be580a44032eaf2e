import { daysAfter } from '@open-banking/messages';
import { freshBank, type ConsentedCaller } from '@open-banking/testing';

interface Money {
  readonly currency: string;
  readonly amount: string;
}
interface Instalment {
  readonly dueDate: string;
  readonly instalment: Money;
  readonly overdue?: boolean;
}
interface Owed {
  readonly loanAccountId: string;
  readonly outstandingPrincipal: Money;
  readonly indexation: Money;
  readonly accruedInterest: Money;
  readonly arrears: Money;
  readonly totalOutstanding: Money;
  readonly payoffAmount: Money;
}
interface Balance {
  readonly balanceType: string;
  readonly balanceAmount: Money;
  readonly referenceDate?: string;
}

const number = ({ amount }: Money): number => Math.round(Number(amount) * 100);

describe("data that changes with the bank's date", () => {
  const bank = freshBank(['ais-pis', 'savings-loans', 'securities', 'cards', 'loan-services']);
  let permitted: ConsentedCaller;
  const reads = async () => {
    permitted = (await (await bank.client()).consentedBy(bank.demo, 'allPsd2', { validUntil: '9999-12-31' })).paced;
  };
  beforeAll(reads, 300_000);
  /** A new consent, because tokens expire when the clock moves. */
  const later = async (by: string) => {
    await bank.advance(by);
    await reads();
  };

  const loanOf = async () => (await permitted.get('/loans')).body.loans.find(({ status }: { status: string }) => status !== 'closed');
  const balancesOf = async (path: string): Promise<Balance[]> => (await permitted.get(`${path}/balances`)).body.balances;

  /** Everything that loan services report about the customer's loans matches the bank's date and adds up. */
  async function agrees(): Promise<void> {
    const { today } = await bank.clock('loan-services');
    const { branchNumber, accountNumber, loanAccountId, ...listed } = await loanOf();
    const balances = await permitted.get(`/account/${branchNumber}-${accountNumber}/loansBalances`);
    expect(balances).toAnswer(200, { asOf: today });
    const loans = balances.body.loans as Owed[];
    for (const owed of loans) {
      const members = [owed.outstandingPrincipal, owed.indexation, owed.accruedInterest, owed.arrears].map(number);
      expect(members.reduce((sum, member) => sum + member, 0)).toBe(number(owed.totalOutstanding));
      expect(Math.min(...members)).toBeGreaterThanOrEqual(0);
    }
    const details = (await permitted.get(`/loan/${loanAccountId}`)).body;
    const schedule = details.remainingSchedule as Instalment[];
    const owed = loans.find((one) => one.loanAccountId === loanAccountId)!;
    const [overdue, toCome] = [schedule.filter(({ dueDate }) => dueDate < today), schedule.filter(({ dueDate }) => dueDate >= today)];
    expect(overdue.every((row) => row.overdue)).toBe(true);
    expect({ status: details.status, nextPaymentDate: listed.nextPaymentDate, next: listed.nextPaymentAmount }).toEqual({
      status: overdue.length > 0 ? 'inArrears' : 'active',
      nextPaymentDate: toCome[0]?.dueDate,
      next: toCome[0]?.instalment,
    });
    expect(number(owed.arrears)).toBeGreaterThanOrEqual(overdue.reduce((sum, { instalment }) => sum + number(instalment), 0));
    expect(details.earlyRepayment.amountToday).toEqual(owed.payoffAmount);
    expect(number(details.outstandingBalance)).toBe(number(owed.totalOutstanding) - number(owed.accruedInterest));

    const { arrears, transactions } = (await permitted.get(`/loan/${branchNumber}-${accountNumber}/arrears/transactions`)).body;
    expect(arrears.oldestUnpaidDate).toBe(overdue[0]?.dueDate);
    expect(arrears.daysPastDue).toBe(overdue.length === 0 ? 0 : (Date.parse(today) - Date.parse(overdue[0]!.dueDate)) / 86_400_000);
    const ofLoan = (transactions as { loanAccountId: string; dueDate: string; type: string; amount: Money; bookingDate: string }[]).filter(
      (one) => one.loanAccountId === loanAccountId,
    );
    expect(ofLoan.reduce((sum, { amount }) => sum + number(amount), 0)).toBe(number(owed.arrears));
    expect(
      ofLoan
        .filter(({ type }) => type === 'instalmentDue')
        .map(({ dueDate }) => dueDate)
        .sort(),
    ).toEqual(expect.arrayContaining(overdue.map(({ dueDate }) => dueDate)));
    expect(ofLoan.every(({ bookingDate }) => bookingDate <= today)).toBe(true);
    expect(await permitted.get(`/account/${branchNumber}-${accountNumber}/loanEligibility`)).toAnswer(200, { asOf: today });
  }

  async function cardAgrees(): Promise<Balance> {
    const { today } = await bank.clock('cards');
    const [next] = await balancesOf(`/v1.7/cards/${bank.resources(bank.demo, 'card')[0]!.resourceId}`);
    expect(next!.balanceType).toBe('expected');
    expect(next!.referenceDate! >= today).toBe(true);
    expect(next!.referenceDate! <= daysAfter(today, 62)).toBe(true);
    return next!;
  }

  async function nothingLongDueIsPending(): Promise<number> {
    const { today } = await bank.clock('savings-loans');
    let shown = 0;
    for (const [kind, path] of [
      ['saving', '/v1.5/savings'],
      ['loan', '/v1.5/loans'],
    ] as const) {
      for (const { resourceId } of bank.resources(bank.demo, kind)) {
        const { pending } = (await permitted.get(`${path}/${resourceId}/transactions?bookingStatus=pending`)).body.transactions as {
          pending: { valueDate: string; transactionAmount: Money }[];
        };
        expect(pending.filter(({ valueDate }) => valueDate < daysAfter(today, -5))).toEqual([]);
        const [booked, expected] = await balancesOf(`${path}/${resourceId}`);
        expect(number(expected!.balanceAmount) - number(booked!.balanceAmount)).toBe(
          pending.reduce((sum, { transactionAmount }) => sum + number(transactionAmount), 0),
        );
        shown += pending.length;
      }
    }
    return shown;
  }

  it('is consistent on the day the bank was created', async () => {
    await agrees();
    await cardAgrees();
    await nothingLongDueIsPending();
  });

  it('accrues interest daily, and the payoff amount with it', async () => {
    const owed = async () => {
      const { branchNumber, accountNumber, loanAccountId, annualInterestRate, nextPaymentDate } = await loanOf();
      const { today } = await bank.clock('loan-services');
      const { loans } = (await permitted.get(`/account/${branchNumber}-${accountNumber}/loansBalances`)).body as { loans: Owed[] };
      return { today, nextPaymentDate, rate: Number(annualInterestRate), ...loans.find((one) => one.loanAccountId === loanAccountId)! };
    };
    const before = await owed();
    await later('PT24H');
    const after = await owed();
    if (before.nextPaymentDate >= after.today) {
      const aDay = ((number(before.outstandingPrincipal) + number(before.indexation)) * before.rate) / 36_500;
      expect(Math.abs(number(after.payoffAmount) - number(before.payoffAmount) - aDay)).toBeLessThanOrEqual(1);
    }
    await agrees();
  });

  it('is consistent one month and four months later: unpaid instalments are overdue, and the next one is in the future', async () => {
    const { nextPaymentDate: first } = await loanOf();
    await later('PT840H');
    await agrees();
    await cardAgrees();
    expect(await nothingLongDueIsPending()).toBe(0);
    const { nextPaymentDate, status } = await loanOf();
    expect(nextPaymentDate > first).toBe(true);
    expect(status).toBe('inArrears');
    await later('PT2160H');
    await agrees();
    await cardAgrees();
  });
});
