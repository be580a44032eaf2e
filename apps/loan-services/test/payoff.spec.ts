import { loansOwed, totalsOwed } from '../src/loans/account-balances.js';
import type { OwedRow } from '../src/loans/loans.statements.js';
import { earlyRepaymentFee, payoffAmount, totalOutstanding } from '../src/loans/payoff.js';

const row: OwedRow = {
  loanId: 'a',
  currency: 'ILS',
  asOf: '2026-11-20',
  outstandingPrincipal: '100000.00',
  indexation: '1200',
  accruedInterest: '150.5',
  arrears: '3000.00',
  arrearsInterest: '500.00',
  earlyRepaymentFee: '1.2',
};

describe('the debt of a loan', () => {
  it('counts overdue principal once: it is part of the outstanding principal, and only the rest of the arrears is added', () => {
    expect(totalOutstanding(row).toFixed(2)).toBe('100650.50');
  });

  it('includes the early repayment fee only on principal that is not due yet', () => {
    expect(earlyRepaymentFee(row).toFixed(2)).toBe('1170.00');
    expect(payoffAmount(row).toFixed(2)).toBe('101820.50');
  });

  it('is zero for a repaid loan', () => {
    const repaid = { ...row, outstandingPrincipal: '0', accruedInterest: '0', arrears: '0', arrearsInterest: '0' };
    expect(payoffAmount(repaid).isZero()).toBe(true);
  });

  it('is shown with the fraction digits of its currency, and totalled by currency', () => {
    const yen = {
      ...row,
      loanId: 'b',
      currency: 'JPY',
      outstandingPrincipal: '5000',
      indexation: '0',
      accruedInterest: '7',
      arrears: '0',
      arrearsInterest: '0',
    };
    expect(loansOwed([row, yen]).map(({ loanAccountId, indexation }) => [loanAccountId, indexation.amount])).toEqual([
      ['a', '1200.00'],
      ['b', '0'],
    ]);
    expect(totalsOwed([yen, row, { ...row, loanId: 'c' }])).toMatchObject([
      {
        currency: 'ILS',
        outstandingPrincipal: { amount: '192600.00' },
        indexation: { amount: '2400.00' },
        arrears: { amount: '6000.00' },
        totalOutstanding: { amount: '201301.00' },
        payoffAmount: { amount: '203641.00' },
      },
      { currency: 'JPY', totalOutstanding: { currency: 'JPY', amount: '5007' } },
    ]);
  });
});
