import type { LoadField } from '@open-banking/feed';
import { ids, type Line } from './a-small-bank.js';

export const services = ['cards', 'savings-loans', 'securities', 'loan-services'] as const;
export type FedService = (typeof services)[number];

/** What a day brings to each kind of product: an entry with the sums that it makes, in one step. */
export const dayOf: Readonly<Record<FedService, (lines: readonly Line[]) => readonly Line[]>> = {
  cards: (lines) => [
    {
      ...last(lines, 'cardTransaction'),
      entryReference: '0770000000000009',
      bookingDate: '2026-11-11',
      transactionDate: '2026-11-11',
      amount: '-5.00',
    },
    { ...last(lines, 'cardBalance'), notInvoiced: '-30.00', lastBookingDate: '2026-11-11' },
  ],
  'savings-loans': (lines) => [
    {
      ...last(lines, 'savingsEntry'),
      entryReference: '0770000000000009',
      bookingDate: '2026-01-03',
      amount: '50.00',
      balanceAfter: '450.00',
    },
    { ...last(lines, 'savingsAccount'), booked: '450.00', lastBookingDate: '2026-01-03' },
  ],
  securities: (lines) => [
    {
      ...last(lines, 'securityOrder'),
      orderId: '0d5c7a10-0000-4000-8000-000000000018',
      orderDate: '2026-11-11',
      side: 'sell',
      units: '1',
      filledUnits: '1',
    },
    {
      ...last(lines, 'securitiesTransaction'),
      entryReference: '0770000000000009',
      transactionId: '0d5c7a10-0000-4000-8000-000000000019',
      orderId: '0d5c7a10-0000-4000-8000-000000000018',
      bookingDate: '2026-11-12',
      transactionDate: '2026-11-11',
      settlementDate: '2026-11-12',
      units: '-1',
      unitsBefore: '3',
      unitsAfter: '2',
      amount: '80.00',
    },
    { ...last(lines, 'position'), units: '2', changedOn: '2026-11-12' },
  ],
  'loan-services': (lines) => [
    { ...last(lines, 'loan'), earlyRepaymentFee: '12.00' },
    { ...last(lines, 'loanBalance'), asOf: '2026-11-11', accruedInterest: '1.00' },
  ],
};
/** Of a loan that is in arrears, which the small bank's is not. */
export const anArrearsTransaction = {
  accountId: ids.accountId,
  transactionReference: '0770000000000001',
  transactionDate: '2026-11-11',
  loanId: ids.loanId,
  dueDate: '2026-11-10',
  transactionType: 'fee',
  amount: '1.00',
  arrearsAfter: '1.00',
  daysPastDue: 1,
};
const last = (lines: readonly Line[], type: string): Line => lines.findLast((line) => line.type === type)!;
/** The product of each service that a customer of the small bank has. */
export const resources: Readonly<Record<FedService, string>> = {
  cards: ids.cardId,
  'savings-loans': ids.savingId,
  securities: ids.portfolioId,
  'loan-services': ids.loanId,
};
/** Sums that the step does not make. */
export const wrongDay: Readonly<Record<FedService, object>> = {
  cards: { notInvoiced: '-31.00' },
  'savings-loans': { booked: '451.00' },
  securities: { units: '7' },
  'loan-services': { outstandingPrincipal: '999.00' },
};

/** Another value that fits a field, where it has one that is easily changed. */
export function otherValue({ kind, name }: LoadField, row: Line): unknown {
  const value = row[name];
  if (value === undefined) return undefined;
  if (kind === 'decimal') return String(Number(value) + 1);
  if (kind === 'boolean') return !(value as boolean);
  return undefined;
}
