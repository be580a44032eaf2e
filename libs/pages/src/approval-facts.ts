import type { Amount } from '@open-banking/messages';
import type { Permission, Service } from '@open-banking/spec';

/** A resource of the customer as the page names it, and what it could be read for. */
export interface Offer {
  /** The page's name for it, unique within the facts: `<service>:<resourceId>`. */
  readonly key: string;
  readonly service: Service;
  /** `account`, `savings`, `loan`, `card`, `securities`, as the owning service calls it. */
  readonly kind: string;
  readonly resourceId: string;
  readonly name: string;
  /** IBAN, branch and number, or masked PAN. */
  readonly number: string;
  readonly currency: string;
  /** `both`: a second owner must approve as well. */
  readonly rule: 'any' | 'both';
  readonly permissions: readonly Permission[];
}

/** The facts that every approval page needs besides its own. */
interface AnyFacts {
  /** The accounts it is about: those meant, or those among which the customer chooses. */
  readonly offers: readonly Offer[];
  /** How many of `offers` the customer chooses: `none`: all are meant as they stand; `some`: at least one; `one`: exactly one. */
  readonly choose: 'none' | 'one' | 'some';
  /** Approved by one owner already; this is the second. */
  readonly second: boolean;
  /** This customer has approved it, and it took effect: another approval only gives the client a new token. */
  readonly approved?: true;
  /** Other owners must approve besides this second one. */
  readonly more?: true;
  /** Services that should have been asked and did not answer: retry, or leave out. Not those left out already. */
  readonly unavailable: readonly Service[];
  readonly blocked?: Blocked;
}

/**
 * The request of a consent.
 * `named`: these accounts and no others; `offered`: the customer chooses among `offers`, at least one;
 * `all`: all there are, later ones included; `list`: only that they exist (with balances where `rights` says so).
 */
export interface ConsentFacts extends AnyFacts {
  readonly kind: 'consent';
  readonly access: 'named' | 'offered' | 'all' | 'list';
  readonly rights: readonly ('accounts' | 'balances' | 'transactions' | 'ownerName')[];
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  /** The bank's day, `YYYY-MM-DD`. */
  readonly validUntil: string;
}

/** A payment, as it would be executed if it were approved now. The debtor's account is the one offer, or is chosen among `offers`. */
export interface PaymentFacts extends AnyFacts {
  readonly kind: 'payment';
  readonly amount: Amount;
  readonly creditorName: string;
  /** IBAN or what else names it, as people read it. */
  readonly creditorAccount: string;
  /**
   * Whether the account belongs to who is named (openFinance PIS 2.3): match, close match, no match, not possible. Absent where it is not
   * checked.
   */
  readonly creditorNameMatch?: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP';
  /** The real name, of a close match. */
  readonly matchedCreditorName?: string;
  /** The payment product, by its name in the table of schemes. */
  readonly product: string;
  /** The bank's day. */
  readonly executionDate: string;
  /** It waits for a day that the client asked for; otherwise it is the first one possible. */
  readonly dated: boolean;
  /** The day asked for, where nothing is settled on it. */
  readonly asked?: string;
  readonly fee: Amount;
  readonly remittance?: string;
}

/** The terms of a creditor's collections: amount, frequency and time. */
interface MandateTerms {
  readonly creditorName: string;
  /** The creditor's scheme identification. */
  readonly creditorId: string;
  /** The number of the account that the money goes to; absent from a service of the previous release. */
  readonly creditorAccount?: string;
  /** The creditor's own name for the mandate. */
  readonly mandateId: string;
  /** The amount of each collection, if it is fixed. */
  readonly amount?: Amount;
  /** The most of each collection. Without both, the creditor names the amount each time. */
  readonly maximum?: Amount;
  readonly frequency: MandateFrequency;
  /** The bank's days; without `until` it has no last day. */
  readonly from: string;
  readonly until?: string;
}

/** ISO 20022 Frequency36Choice, and `once` for a mandate of one collection. */
export type MandateFrequency = 'YEAR' | 'MIAN' | 'QURT' | 'MNTH' | 'FRTN' | 'WEEK' | 'DAIL' | 'ADHO' | 'once';

/** A mandate to be given. The debtor's account is the one offer, or is chosen among `offers`. */
export interface MandateFacts extends AnyFacts, MandateTerms {
  readonly kind: 'mandate';
}

/** The end of a mandate that was given. */
export interface CancellationFacts extends AnyFacts, MandateTerms {
  readonly kind: 'cancellation';
  /** The account that is debited. */
  readonly account: string;
}

export type ApprovalFacts = ConsentFacts | PaymentFacts | MandateFacts | CancellationFacts;

/**
 * Why this customer cannot approve. `accounts`: an account asked for is not theirs, or not one this can be done with (which
 * is not told); `customer`: the subject is another customer's; `state`: it has ended; `nothing`: there is nothing to choose
 * from; `account-blocked`: the account is theirs, and the bank has blocked it; `client`: who asks is suspended, or no client any more;
 * `opted-out`: the customer lets no third party see or use their accounts; `mandate-exists`: the account has a living mandate with
 * this creditor's identification and number; `no-latin-name`: the bank has no name of the account's owner that the payment's scheme can
 * carry.
 */
export type Blocked =
  'accounts' | 'customer' | 'state' | 'nothing' | 'account-blocked' | 'client' | 'opted-out' | 'mandate-exists' | 'no-latin-name';

/** The balance of an account, shown to its owner on the page. It is not part of what is approved, as it changes by the minute. */
export interface OfferBalance {
  readonly booked: Amount;
  readonly available: Amount;
}

/** The question that the customer's app has not answered yet. */
export interface AskedApp {
  /** The app shows the same, so that the customer knows which request it is about. */
  readonly bindingMessage: string;
  readonly expiresAt: Date;
  /** The app's server has taken the request. */
  readonly delivered: boolean;
  /** The page that plays the app, at this request; only in the sandbox. */
  readonly openAt?: string;
  /** The keys of the accounts it was asked for. */
  readonly chosen: readonly string[];
}

/** An approval page's content for one customer. */
export interface ApprovalView {
  readonly customerName: string;
  readonly facts: ApprovalFacts;
  /** The balances of offers that can be debited, by their keys. */
  readonly balances?: Readonly<Record<string, OfferBalance>>;
  /** The facts' hash: comes back with the answer, and must still be theirs. */
  readonly about: string;
  /** The code that the page itself shows, in the sandbox. */
  readonly shownCode?: string;
  readonly codeExpiresAt?: Date;
  /** Set if the bank's own app approves in place of a code: the question that it was asked and has not answered. */
  readonly app?: { readonly asked?: AskedApp };
}
