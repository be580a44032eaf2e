import type { Permission, Service } from '@open-banking/spec';
import type { Transaction } from '@open-banking/database';

/**
 * What an issuer's customers approve: consents at one issuer, payments or mandates at the others. The issuer knows
 * OAuth, sign-in and pages; the subject knows what it is, whom it belongs to and what approval does to it.
 */
export abstract class Approvals {
  /** The subject that the scope names, where it is this client's. Another client's is undefined, as one that does not exist. */
  abstract find(id: string, clientId: string): Promise<Subject | undefined>;

  /**
   * What the page shows this customer, resources gathered from the services that own them. `leftOut`: services that
   * did not answer and that the customer chose to go on without. Called for the page and again for the answer: what
   * is approved is what was shown, so the same state must give the same facts.
   */
  abstract facts(asked: Asked, leftOut: readonly Service[]): Promise<ConsentFacts>;

  /**
   * The customer has approved: takes effect in `tx`, together with the grant and the record of the approval.
   * `partial` where a second owner must approve too. Throws ApprovalBlocked where it cannot (any longer) be approved.
   */
  abstract approve(tx: Transaction, asked: Asked, facts: ConsentFacts, chosen: readonly Offer[]): Promise<'complete' | 'partial'>;

  /** A signed-in customer has refused. Nothing happens to a subject that is approved already, or another customer's. */
  abstract refuse(tx: Transaction, asked: Asked): Promise<void>;
}

/** `open` waits for an approval, `living` has it (and may be authorized again by its customer), `ended` is over. */
export interface Subject {
  readonly id: string;
  readonly state: 'open' | 'living' | 'ended';
}

/** Which subject, whose, and which customer is asked. All three belong into the statement's `where`. */
export interface Asked {
  readonly id: string;
  readonly clientId: string;
  readonly psuId: string;
}

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

/**
 * What a consent asks of a customer.
 * `named`: these accounts and no others; `offered`: the customer chooses among `offers`, at least one;
 * `all`: all there are, later ones included; `list`: only that they exist (with balances where `rights` says so).
 */
export interface ConsentFacts {
  readonly kind: 'consent';
  readonly access: 'named' | 'offered' | 'all' | 'list';
  readonly rights: readonly ('accounts' | 'balances' | 'transactions' | 'ownerName')[];
  readonly offers: readonly Offer[];
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  /** The bank's day, `YYYY-MM-DD`. */
  readonly validUntil: string;
  /** Approved by one owner already; this is the second. */
  readonly second: boolean;
  /** Services that should have been asked and did not answer: retry, or leave out. Not those left out already. */
  readonly silent: readonly Service[];
  readonly blocked?: Blocked;
}

/**
 * Why this customer cannot approve. `accounts`: an account asked for is not theirs (which one is not told);
 * `customer`: the subject is another customer's; `state`: it has ended; `nothing`: there is nothing to choose from.
 */
export type Blocked = 'accounts' | 'customer' | 'state' | 'nothing';

/** Thrown by `approve`; the page says why in plain words. */
export class ApprovalBlocked extends Error {
  constructor(readonly why: Blocked) {
    super(`not to be approved: ${why}`);
    this.name = 'ApprovalBlocked';
  }
}
