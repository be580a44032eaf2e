import { randomBytes, scryptSync } from 'node:crypto';
import type { LoadedService } from '../src/demo-bank/index.js';

export interface Line { readonly type: string; readonly [field: string]: unknown }
export type SmallBank = Record<LoadedService, Line[]>;

const [psuId, accountId, savingId, loanId, cardId, portfolioId, orderId] = [1, 2, 3, 4, 5, 6, 7].map((one) => `0d5c7a10-0000-4000-8000-00000000000${one}`);
export const ids = { psuId: psuId!, accountId: accountId!, savingId: savingId!, loanId: loanId!, cardId: cardId!, portfolioId: portfolioId! };
export const password = 'hand written';

function passwordHash(): string {
  const salt = randomBytes(16);
  return ['scrypt', 16_384, 8, 1, salt.toString('base64url'), scryptSync(password, salt, 32, { N: 16_384, r: 8, p: 1 }).toString('base64url')].join('$');
}

const holder = (resourceId: string): Line => ({ type: 'holder', psuId, resourceId, rule: 'any' });
const account = { currency: 'EUR', ownerName: 'Hanna Handwritten', status: 'enabled', usage: 'PRIV' };
const iban = 'DE75512108001245126199';
const schedule = [
  { number: 1, dueDate: '2030-01-31', openingBalance: '1000.00', indexation: '0.00', interest: '10.00', principal: '497.51', fees: '0.00', instalment: '507.51', closingBalance: '502.49' },
  { number: 2, dueDate: '2030-02-28', openingBalance: '502.49', indexation: '0.00', interest: '5.02', principal: '502.49', fees: '0.00', instalment: '507.51', closingBalance: '0.00' },
];

/** One customer with one of everything, as docs/load-formats.md says how: one file a service. */
export const aSmallBank = (): SmallBank => ({
  'ais-pis': [
    { type: 'psu', psuId, login: 'hanna', passwordHash: passwordHash(), name: 'Hanna Handwritten', language: 'en' },
    { type: 'account', accountId, iban, bic: 'SOGEDEFFXXX', branchNumber: '77', accountNumber: '4711', ...account, name: 'Giro', product: 'Giro', cashAccountType: 'CACC', openedOn: '2025-01-02' },
    holder(ids.accountId),
    { type: 'accountBalance', accountId, booked: '1263.00', reserved: '30.00', incoming: '0.00', overdraft: '100.00', lastBookingDate: '2026-11-10', bookedBefore: '1500.00', changedAt: '2026-11-10T10:00:00Z' },
    { type: 'entry', accountId, bookingDate: '2026-11-01', entryReference: '0770000000000001', valueDate: '2026-11-01', bookedAt: '2026-11-01T08:00:00Z', amount: '1500.00', balanceAfter: '1500.00',
      bankTransactionCode: 'PMNT-RCDT-ESCT', debtorName: 'City Power', debtorAccount: { iban: 'DE02120300000000202051' }, remittanceUnstructured: 'Salary' },
    { type: 'entry', accountId, bookingDate: '2026-11-10', entryReference: '0770000000000002', valueDate: '2026-11-10', bookedAt: '2026-11-10T10:00:00Z', amount: '-237.00', balanceAfter: '1263.00',
      bankTransactionCode: 'SECU-SETT-TRAD', proprietaryBankTransactionCode: 'SECURITIES' },
    { type: 'pendingEntry', accountId, entryDate: '2026-11-10', entryReference: '0770000000000003', valueDate: '2026-11-12', amount: '-30.00', bankTransactionCode: 'PMNT-ICDT-ESCT' },
    { type: 'holiday', currency: 'EUR', day: '2029-12-24', name: 'A holiday of our own' },
  ],
  'savings-loans': [
    holder(ids.savingId), holder(ids.loanId),
    { type: 'savingsAccount', accountId: savingId, bban: '77SAVING1', ...account, name: 'Saving', product: 'Saving', cashAccountType: 'SVGS', interest: [{ type: 'FIXD', rate: [{ percentage: '1' }] }],
      contractStartDate: '2026-01-02', booked: '400.00', incoming: '0.00', lastBookingDate: '2026-01-02', changedAt: '2026-01-02T10:00:00Z' },
    { type: 'savingsEntry', accountId: savingId, bookingDate: '2026-01-02', entryReference: '0770000000000001', valueDate: '2026-01-02', amount: '400.00', balanceAfter: '400.00', bankTransactionCode: 'ACMT-MCOP-OTHR', proprietaryBankTransactionCode: 'OPENING' },
    { type: 'loanAccount', accountId: loanId, bban: '77LOAN1', ...account, name: 'Loan', product: 'Loan', cashAccountType: 'LOAN', interest: [{ type: 'FIXD', rate: [{ percentage: '12' }] }], contractStartDate: '2026-06-01', contractEndDate: '2030-02-28',
      collateralsInvolved: false, guaranteeInvolved: false, originalAmount: '1000.00', booked: '-1000.00', incoming: '0.00', lastBookingDate: '2026-06-01', changedAt: '2026-06-01T10:00:00Z' },
    { type: 'loanEntry', accountId: loanId, bookingDate: '2026-06-01', entryReference: '0770000000000002', valueDate: '2026-06-01', amount: '-1000.00', balanceAfter: '-1000.00', bankTransactionCode: 'LDAS-CSLN-DDWN', proprietaryBankTransactionCode: 'DRAWDOWN' },
    ...schedule.map((row) => ({ type: 'loanInstalment', accountId: loanId, ...row })),
  ],
  'securities': [
    { type: 'instrument', instrumentId: 'IE00B4L5Y983', isin: 'IE00B4L5Y983', name: 'World', kind: 'fund', currency: 'EUR', mic: 'XETR', quotation: 'amount', priceType: 'MRKT', country: 'IE' },
    { type: 'instrumentPrice', instrumentId: 'IE00B4L5Y983', priceDate: '2026-11-10', price: '80.00' },
    holder(ids.portfolioId),
    { type: 'securitiesAccount', accountId: portfolioId, otherIdentification: '77-1', otherScheme: 'ours', otherIssuer: 'us', ...account, name: 'Portfolio', product: 'Portfolio', cashAccountType: 'SCTS', relatedIban: iban },
    { type: 'securityOrder', accountId: portfolioId, orderDate: '2026-11-09', orderId, orderedAt: '2026-11-09T09:00:00Z', side: 'buy', instrumentId: 'IE00B4L5Y983', units: '3', filledUnits: '3', mic: 'XETR', typesOfOrder: ['MAKT'], timeInForce: 'DAY',
      relatedIban: iban, orderSplit: false, orderModifyable: false, orderStatus: 'filled' },
    { type: 'position', accountId: portfolioId, instrumentId: 'IE00B4L5Y983', balanceType: 'AVAI', units: '3', averageBuyingPrice: '79.00', safekeepingPlace: 'SOGEDEFFXXX', safekeepingCountry: 'DE', changedOn: '2026-11-10' },
    { type: 'securitiesTransaction', accountId: portfolioId, bookingDate: '2026-11-10', entryReference: '0770000000000001', transactionId: '0d5c7a10-0000-4000-8000-000000000008', transactionDate: '2026-11-09', settlementDate: '2026-11-10', instrumentId: 'IE00B4L5Y983', orderId,
      units: '3', unitsBefore: '0', unitsAfter: '3', transactionTypeCode: 'SETT', price: '79.00', amount: '-237.00', currency: 'EUR', amountIncludesFees: false, amountIncludesTaxes: false, reversalIndicator: false },
  ],
  'cards': [
    holder(ids.cardId),
    { type: 'card', cardId, maskedPan: '458099******7701', ...account, name: 'Card', product: 'Card', creditLimit: '500.00', statementDay: 2, debitDay: 10, debitedAccountId: accountId, debitedIban: iban },
    { type: 'cardBalance', cardId, invoiced: '0.00', notInvoiced: '-25.00', pending: '0.00', nextDebitDate: '2030-01-10', lastBookingDate: '2026-11-10', changedAt: '2026-11-10T10:00:00Z' },
    { type: 'cardTransaction', cardId, bookingDate: '2026-11-10', entryReference: '0770000000000001', transactionDate: '2026-11-09', acceptorTransactionAt: '2026-11-09T18:00:00Z', valueDate: '2030-01-10', amount: '-25.00', cardAcceptorName: 'Books' },
  ],
  'loan-services': [
    holder(ids.accountId), holder(ids.loanId),
    { type: 'branchAccount', accountId, branchNumber: '77', accountNumber: '4711', iban, currency: 'EUR', ownerName: 'Hanna Handwritten', usage: 'PRIV', monthlyNetIncome: '1500.00', otherDebtService: '0.00', customerSince: '2025-01-02' },
    { type: 'loan', loanId, accountId, product: 'Loan', currency: 'EUR', originalAmount: '1000.00', interestType: 'fixed', annualInterestRate: '12', startDate: '2026-06-01', endDate: '2030-02-28', status: 'active', earlyRepaymentFrom: '2026-06-01', earlyRepaymentFee: '0' },
    { type: 'loanBalance', loanId, asOf: '2026-11-10', outstandingPrincipal: '1000.00', indexation: '0.00', accruedInterest: '0.00', arrears: '0.00', arrearsInterest: '0.00', nextPaymentDate: '2030-01-31', nextPaymentAmount: '507.51', changedAt: '2026-11-10T20:00:00Z' },
    { type: 'track', loanId, number: 1, name: 'All', originalAmount: '1000.00', outstandingPrincipal: '1000.00', interestType: 'fixed', annualInterestRate: '12', repaymentMethod: 'annuity', termInMonths: 2, startDate: '2026-06-01', endDate: '2030-02-28' },
    ...schedule.map((row) => ({ type: 'instalment', loanId, ...row })),
  ],
});

export const text = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
