import { Decimal, Money } from '@open-banking/messages';

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
  readonly amount: Money;
  readonly facts: EntryFacts;
  /** The bank's day from which this leg counts for interest; the posting's where nothing is said. */
  readonly valueDate?: string;
}
export interface InternalLeg {
  readonly internal: InternalAccount;
  readonly amount: Money;
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

/** The currency in which legs do not sum to zero; undefined where they do in all. */
export const unbalancedIn = (legs: readonly Leg[]): string | undefined =>
  [...Map.groupBy(legs, ({ amount: { currency } }) => currency)].find(([currency, same]) => !totalOf(currency, same).isZero)?.[0];

/** What legs in one currency sum to. */
export const totalOf = (currency: string, legs: readonly Leg[]): Money =>
  Money.sum(
    currency,
    legs.map(({ amount }) => amount),
  );

/** Why an account cannot take a change of its balance. `givenBack`: a counter-posting, which a blocked or closed account takes too. */
export function refusalOf(
  { status, available, keptForThis }: LockedAccount,
  change: Money,
  { givenBack }: { readonly givenBack: boolean },
): LedgerRefusal | undefined {
  if (status === 'deleted' && !givenBack) return 'AC04';
  if (!change.isNegative) return undefined;
  if (status === 'blocked' && !givenBack) return 'AC06';
  return new Decimal(available).plus(keptForThis).plus(change.decimal).lessThan(0) ? 'AM04' : undefined;
}
