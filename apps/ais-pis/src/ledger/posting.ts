import { minorUnits } from '@open-banking/messages';

/** What may be booked, and when it may not: legs that sum to zero, on accounts that are open and have the money. */

export const postingKinds = [
  'PAYMENT',
  'PAYMENT_REJECTED',
  'PAYMENT_RETURNED',
  'COLLECTION',
  'COLLECTION_REFUNDED',
  'ADJUSTMENT',
  'CREDIT_TRANSFER',
] as const;
export type PostingKind = (typeof postingKinds)[number];

/** Accounts of the bank's own: what other banks owe it through clearing, what it earned, what was collected for creditors elsewhere, what operators have put right. */
export const internalAccounts = ['CLEARING', 'FEES', 'COLLECTIONS', 'ADJUSTMENTS'] as const;
export type InternalAccount = (typeof internalAccounts)[number];

/** What an entry tells of itself besides account, days and amount; named as in its columns. */
export interface EntryFacts {
  /** ISO 20022 domain, family and sub-family: PMNT-ICDT-ESCT. */
  readonly bankTransactionCode: string;
  readonly proprietaryBankTransactionCode?: string;
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly creditorId?: string;
  readonly creditorName?: string;
  readonly creditorAccount?: object;
  readonly creditorAgent?: string;
  readonly ultimateCreditor?: string;
  readonly debtorName?: string;
  readonly debtorAccount?: object;
  readonly debtorAgent?: string;
  readonly ultimateDebtor?: string;
  readonly remittanceUnstructured?: string;
  readonly remittanceStructured?: string;
  readonly purposeCode?: string;
  readonly additionalInformation?: string;
}

/** A customer's entry: in the account's currency, negative is a debit. */
export interface AccountLeg {
  readonly accountId: string;
  readonly amount: string;
  readonly facts: EntryFacts;
  /** The bank's day from which this leg counts for interest; the posting's where nothing is said. */
  readonly valueDate?: string;
}
export interface InternalLeg {
  readonly internal: InternalAccount;
  readonly currency: string;
  readonly amount: string;
}
export type Leg = AccountLeg | InternalLeg;

export const isOfAccount = (leg: Leg): leg is AccountLeg => 'accountId' in leg;

/** An account as it stands while it is locked. */
export interface LockedAccount {
  readonly accountId: string;
  readonly currency: string;
  readonly status: 'enabled' | 'blocked' | 'deleted';
  /** What can be spent, credit line included. */
  readonly available: string;
  /** Of what cannot, the part kept back for the very thing that is booked now. */
  readonly keptForThis: string;
}

/** ISO 20022 ExternalStatusReason1Code: too little money, closed, blocked. */
export type LedgerRefusal = 'AM04' | 'AC04' | 'AC06';

// No currency in use divides finer (ISO 4217: CLF and UYW have four digits).
const digits = 4;

/** A decimal string as a whole number of ten-thousandths: sums are exact. */
export function units(amount: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '' || /[1-9]/.test(fraction.slice(digits))) throw new TypeError(`${amount} is no amount of money`);
  const value = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return sign === '-' ? -value : value;
}

/** The same amount with the digits that its currency has (ISO 4217): 7 euro are 7.00. */
export function inCurrency(amount: string, currency: string): string {
  const minor = minorUnits(currency);
  const [whole = '', fraction = ''] = amount.split('.');
  return minor === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(minor, '0')}`;
}

/** The same amount the other way. */
export const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** The sum of decimal strings, with as many digits as the longest of them. */
export function sumOf(amounts: readonly string[]): string {
  const longest = Math.max(0, ...amounts.map((amount) => Math.min(digits, amount.split('.')[1]?.length ?? 0)));
  const total = amounts.reduce((sum, amount) => sum + units(amount), 0n);
  const text = (total < 0n ? -total : total).toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).slice(0, longest);
  return `${total < 0n ? '-' : ''}${text.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The currency in which legs do not sum to zero; undefined where they do in all. */
export function unbalancedIn(legs: readonly Leg[], currencyOf: (accountId: string) => string): string | undefined {
  const totals = new Map<string, bigint>();
  for (const leg of legs) {
    const currency = isOfAccount(leg) ? currencyOf(leg.accountId) : leg.currency;
    totals.set(currency, (totals.get(currency) ?? 0n) + units(leg.amount));
  }
  return [...totals].find(([, total]) => total !== 0n)?.[0];
}

/** Why an account cannot take a change of its balance. `givenBack`: a counter-posting, which a blocked or closed account takes too. */
export function refusalOf(
  { status, available, keptForThis }: LockedAccount,
  change: bigint,
  { givenBack }: { readonly givenBack: boolean },
): LedgerRefusal | undefined {
  if (status === 'deleted' && !givenBack) return 'AC04';
  if (change >= 0n) return undefined;
  if (status === 'blocked' && !givenBack) return 'AC06';
  return units(available) + units(keptForThis) + change < 0n ? 'AM04' : undefined;
}
