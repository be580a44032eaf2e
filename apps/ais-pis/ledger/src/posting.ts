import { Decimal, Money } from '@open-banking/messages';

/** The rules of bookkeeping: legs sum to zero, and accounts must be open and have the funds. */

export type PostingKind =
  'PAYMENT' | 'PAYMENT_REJECTED' | 'PAYMENT_RETURNED' | 'COLLECTION' | 'COLLECTION_REFUNDED' | 'ADJUSTMENT' | 'CREDIT_TRANSFER' | 'CORE';

/**
 * The bank's internal accounts: claims on other banks through clearing, earned fees, collections for creditors elsewhere, operators' adjustments, and
 * what the bank's core has booked by itself. */
export type InternalAccount = 'CLEARING' | 'FEES' | 'COLLECTIONS' | 'ADJUSTMENTS' | 'CORE';

/** The details of an entry besides account, days and amount; named as its columns. */
export interface EntryFacts {
  /** ISO 20022 domain, family and sub-family, such as PMNT-ICDT-ESCT. */
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

/** An entry of a customer's account, in the account's currency; a debit is negative. */
export interface AccountLeg {
  readonly accountId: string;
  readonly amount: Money;
  readonly facts: EntryFacts;
  /** The bank's day from which this leg counts for interest. Default: the posting's. */
  readonly valueDate?: string;
}
export interface InternalLeg {
  readonly internal: InternalAccount;
  readonly amount: Money;
}
export type Leg = AccountLeg | InternalLeg;

export const isOfAccount = (leg: Leg): leg is AccountLeg => 'accountId' in leg;

/** The state of an account while it is locked. */
export interface LockedAccount {
  readonly accountId: string;
  readonly currency: string;
  readonly status: 'enabled' | 'blocked' | 'deleted';
  /** The amount that can be spent, including the credit line. */
  readonly available: string;
  /** The amount reserved for the subject of this posting; not part of `available`. */
  readonly reservedForSubject: string;
}

/** ISO 20022 ExternalStatusReason1Code: insufficient funds, account closed, account blocked. */
export type LedgerRefusal = 'AM04' | 'AC04' | 'AC06';

/** The first currency in which the legs do not sum to zero; undefined if all do. */
export const unbalancedIn = (legs: readonly Leg[]): string | undefined =>
  [...Map.groupBy(legs, ({ amount: { currency } }) => currency)].find(([currency, same]) => !totalOf(currency, same).isZero)?.[0];

/** The sum of legs in one currency. */
export const totalOf = (currency: string, legs: readonly Leg[]): Money =>
  Money.sum(
    currency,
    legs.map(({ amount }) => amount),
  );

/** Why an account refuses a change of its balance. `returnsFunds`: returned money, which blocked and closed accounts accept too. */
export function postingRefusal(
  { status, available, reservedForSubject }: LockedAccount,
  change: Money,
  { returnsFunds }: { readonly returnsFunds: boolean },
): LedgerRefusal | undefined {
  if (status === 'deleted' && !returnsFunds) return 'AC04';
  if (!change.isNegative) return undefined;
  if (status === 'blocked' && !returnsFunds) return 'AC06';
  return new Decimal(available).plus(reservedForSubject).plus(change.decimal).lessThan(0) ? 'AM04' : undefined;
}
