/**
 * What a developer gives of a customer: people, accounts with their entries, and products beside them. The portal has checked the form of
 * each value; amounts are decimal strings with at most two decimals, days `YYYY-MM-DD`. `account` is a place in `accounts`, from 0.
 */
export interface OwnData {
  readonly people?: readonly GivenPerson[];
  readonly accounts: readonly GivenAccount[];
  readonly savings?: readonly GivenSaving[];
  readonly cards?: readonly GivenCard[];
  readonly loans?: readonly GivenLoan[];
  readonly securities?: readonly GivenPortfolio[];
}

export interface GivenPerson {
  readonly name: string;
  readonly language?: 'en' | 'he';
}

/** `either`: each of two owners may act alone. `both`: two owners approve together. */
export type GivenOwners = 'first' | 'second' | 'either' | 'both';

export interface GivenAccount {
  readonly currency?: 'ILS' | 'EUR';
  readonly name?: string;
  readonly product?: string;
  readonly ownerName?: string;
  readonly owners?: GivenOwners;
  readonly usage?: 'private' | 'business';
  readonly status?: 'enabled' | 'blocked';
  readonly overdraft?: string;
  /** The balance that is brought forward before the first entry. */
  readonly opening?: string;
  readonly entries?: readonly GivenEntry[];
}

export interface GivenEntry {
  /** Absent where the entry is pending. */
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly amount: string;
  readonly text?: string;
  readonly status?: 'booked' | 'pending';
  readonly kind?: EntryKind;
  readonly counterparty?: { readonly name?: string; readonly iban?: string; readonly bic?: string };
  readonly endToEndId?: string;
  readonly mandateId?: string;
  readonly creditorId?: string;
}

export type EntryKind =
  | 'transfer'
  | 'instantTransfer'
  | 'salary'
  | 'standingOrder'
  | 'directDebit'
  | 'debitCard'
  | 'cash'
  | 'fee'
  | 'interest'
  | 'tax'
  | 'return';

export interface GivenSaving {
  readonly account?: number;
  readonly name?: string;
  readonly product?: string;
  /** Per cent a year. */
  readonly interestRate?: string;
  readonly opening?: string;
  readonly entries?: readonly GivenSavingEntry[];
}

export interface GivenSavingEntry {
  readonly bookingDate: string;
  readonly amount: string;
  readonly text?: string;
  /** A deposit comes from the current account, and a withdrawal goes there. */
  readonly kind: 'deposit' | 'withdrawal' | 'interest' | 'tax';
}

export interface GivenCard {
  readonly account?: number;
  readonly name?: string;
  readonly product?: string;
  readonly creditLimit?: string;
  readonly statementDay?: number;
  readonly debitDay?: number;
  readonly transactions?: readonly GivenCardTransaction[];
}

export interface GivenCardTransaction {
  readonly date: string;
  /** Absent where the transaction is pending; otherwise `date`, if not given. */
  readonly bookingDate?: string;
  readonly amount: string;
  readonly status?: 'booked' | 'pending';
  readonly merchant?: { readonly name?: string; readonly town?: string; readonly country?: string; readonly categoryCode?: string };
  readonly text?: string;
}

export interface GivenLoan {
  readonly account?: number;
  readonly kind: 'mortgage' | 'consumer' | 'car' | 'business';
  readonly amount: string;
  readonly interestRate: string;
  readonly months: number;
  readonly startDate: string;
  readonly repaymentMethod?: 'annuity' | 'equalPrincipal';
  /** How many of the last instalments that are due were not paid. */
  readonly unpaidInstalments?: number;
}

export interface GivenPortfolio {
  readonly account?: number;
  readonly purchases: readonly GivenPurchase[];
}

export interface GivenPurchase {
  /** ISIN, or the number of a fund. */
  readonly instrument: string;
  /** Whole units; of a bond its nominal amount. */
  readonly units: number;
  readonly date: string;
  /** Of one unit, or of a bond in per cent of its nominal amount; the price of that day, if not given. */
  readonly price?: string;
}

/** Something that is wrong with what was given, and where: a JSON Pointer. */
export interface OwnDataFault {
  readonly path: string;
  readonly text: string;
}
