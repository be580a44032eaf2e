import { randomBytes, scryptSync } from 'node:crypto';
import { smallAccount, accountId, holder, iban, ids, psuId, type Line, type SmallBank } from './a-small-customer.js';
import { aSmallLoan } from './a-small-loan.js';
import { aSmallPortfolio } from './a-small-portfolio.js';

export { ids, type Line, type SmallBank } from './a-small-customer.js';
export const password = 'hand written';

function passwordHash(): string {
  const salt = randomBytes(16);
  return [
    'scrypt',
    16_384,
    8,
    1,
    salt.toString('base64url'),
    scryptSync(password, salt, 32, { N: 16_384, r: 8, p: 1 }).toString('base64url'),
  ].join('$');
}

/** One customer with one of everything, as docs/load-formats.md says how: one file a service. */
export const aSmallBank = (): SmallBank => ({
  ...aSmallLoan(),
  ...aSmallPortfolio(),
  'ais-pis': [
    { type: 'psu', psuId, login: 'hanna', passwordHash: passwordHash(), name: 'Hanna Handwritten', language: 'en' },
    {
      type: 'account',
      accountId,
      iban,
      bic: 'SOGEDEFFXXX',
      branchNumber: '77',
      accountNumber: '4711',
      ...smallAccount,
      name: 'Giro',
      product: 'Giro',
      cashAccountType: 'CACC',
      openedOn: '2025-01-02',
    },
    holder(ids.accountId),
    {
      type: 'accountBalance',
      accountId,
      booked: '1263.00',
      reserved: '30.00',
      incoming: '0.00',
      overdraft: '100.00',
      lastBookingDate: '2026-11-10',
      bookedBefore: '1500.00',
      changedAt: '2026-11-10T10:00:00Z',
    },
    {
      type: 'entry',
      accountId,
      bookingDate: '2026-11-01',
      entryReference: '0770000000000001',
      valueDate: '2026-11-01',
      bookedAt: '2026-11-01T08:00:00Z',
      amount: '1500.00',
      balanceAfter: '1500.00',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
      debtorName: 'City Power',
      debtorAccount: { iban: 'DE02120300000000202051' },
      remittanceUnstructured: 'Salary',
    },
    {
      type: 'entry',
      accountId,
      bookingDate: '2026-11-10',
      entryReference: '0770000000000002',
      valueDate: '2026-11-10',
      bookedAt: '2026-11-10T10:00:00Z',
      amount: '-237.00',
      balanceAfter: '1263.00',
      bankTransactionCode: 'SECU-SETT-TRAD',
      proprietaryBankTransactionCode: 'SECURITIES',
    },
    {
      type: 'pendingEntry',
      accountId,
      entryDate: '2026-11-10',
      entryReference: '0770000000000003',
      valueDate: '2026-11-12',
      amount: '-30.00',
      bankTransactionCode: 'PMNT-ICDT-ESCT',
    },
    { type: 'holiday', currency: 'EUR', day: '2029-12-24', name: 'A holiday of our own' },
  ],
});

export const text = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
