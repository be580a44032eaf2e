import type { Operation } from '@open-banking/spec';

/**
 * The bank that the examples are made of: the same seed and day give the same demo bank, and the bank's clock is moved to that
 * day. A clock only moves forward, so the day lies ahead; when it has come, choose a later one.
 */
export const exampleBank = { seed: 'examples', customers: 12, today: '2031-01-15', now: '2031-01-15T10:00:00Z' } as const;

/** A day so many days from the examples' own, or from another. */
const inDays = (days: number, from: Date = new Date(exampleBank.now)): string =>
  new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const eur = (amount: string) => ({ currency: 'EUR', amount });
const creditorAccount = { iban: 'DE89370400440532013000' };

const mortgage = {
  propertyValue: eur('300000'),
  loanAmount: eur('200000'),
  tracks: [
    { name: 'Fixed', share: '60', interestType: 'fixed', annualInterestRate: '3.9', termInMonths: 240, repaymentMethod: 'annuity' },
    { name: 'Variable', share: '40', interestType: 'variable', annualInterestRate: '3.2', termInMonths: 180, repaymentMethod: 'annuity' },
  ],
  monthlyNetIncome: eur('4200'),
};

const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createConsent: {
    access: { allPsd2: 'allAccountsWithOwnerName' },
    recurringIndicator: true,
    validUntil: inDays(90),
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  },
  createPayment: {
    instructedAmount: eur('12.50'),
    creditorAccount,
    creditorName: 'Bookshop',
    endToEndIdentification: 'ORDER-4711',
    remittanceInformationUnstructured: 'Order 4711',
  },
  createMandate: {
    mandateId: 'POWER-4711',
    mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
    occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
    maximumAmount: eur('60.00'),
    creditor: { name: 'City Power' },
    creditorSchemeIdentification: 'DE98ZZZ09999999999',
    creditorAccount,
    debtor: { name: 'Dana Levi' },
  },
  simulateMortgage: mortgage,
  simulateMortgageV1: mortgage,
};

/** What is wrong with a body that the bank refuses. */
const faults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createConsent: { validUntil: inDays(-1) },
  createPayment: { instructedAmount: eur('12.505') },
  createMandate: { creditorAccount: { iban: 'DE00370400440532013000' } },
  simulateMortgage: { tracks: [{ ...mortgage.tracks[0], share: '50' }] },
  simulateMortgageV1: { tracks: [{ ...mortgage.tracks[0], share: '50' }] },
};

const withBalance = 'withBalance=true';
const queries: Readonly<Record<string, string>> = {
  listAccounts: withBalance,
  readAccount: withBalance,
  listTransactions: `bookingStatus=booked&dateFrom=${inDays(-30)}&limit=2`,
  listCards: withBalance,
  readCard: withBalance,
  listCardTransactions: 'bookingStatus=both&limit=2',
  listSavings: withBalance,
  readSavings: withBalance,
  listSavingsTransactions: `dateFrom=${inDays(-365)}&limit=2`,
  listLoans: withBalance,
  readLoan: withBalance,
  listLoanTransactions: `dateFrom=${inDays(-365)}&limit=2`,
  listSecuritiesAccounts: withBalance,
  readSecuritiesAccount: withBalance,
  listSecuritiesTransactions: 'limit=2',
  listOrders: 'limit=2',
  listAllLoans: 'limit=2',
  listAccountLoans: 'limit=2',
  listArrearsTransactions: 'limit=2',
  simulateMortgage: 'schedule=yearly',
  simulateMortgageV1: 'schedule=yearly',
};

type Ids = Readonly<Record<string, string>>;

/** The body of a mandate that begins in two weeks, from a day of the caller's. */
export const mandateBodyOn = (day: Date): Readonly<Record<string, unknown>> => ({
  ...bodies['createMandate'],
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14, day) },
});

export const exampleBody = ({ id }: Pick<Operation, 'id'>): Readonly<Record<string, unknown>> | undefined => bodies[id];

/** Headers of the call that say more than every call's. */
export const exampleHeaders = ({ id }: Operation): Readonly<Record<string, string>> | undefined =>
  id === 'createPayment' ? { 'Client-VOP-Requested': 'true' } : undefined;

/** The body with one fault. */
export const faultyBodyOf = ({ id }: Operation): Readonly<Record<string, unknown>> => ({ ...bodies[id], ...faults[id] });

/** Path and query of a call, with these ids in its path. */
export function examplePath({ id, path }: Operation, ids: Ids, query = queries[id]): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => ids[name]!);
  return query === undefined ? filled : `${filled}?${query}`;
}

/** Ids that nobody has. */
export const unknownIds = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      name,
      { BranchNumber: '9999', AccountNumber: '9999999999', 'payment-product': id }[name] ?? '00000000-0000-4000-8000-000000000000',
    ]),
  );
