import type { Service } from '@open-banking/spec';
import type { ApprovalFacts, Blocked, Offer, OfferBalance } from '@open-banking/pages';
import type { Transaction } from '@open-banking/database';
import type { IssuerTerms } from './issuer/metadata.js';

/**
 * What an issuer's customers approve: consents at one issuer, payments or mandates at the others. The issuer knows
 * OAuth, sign-in and pages; the subject knows what it is, whom it belongs to and what approval does to it.
 */
export abstract class Approvals<Facts extends ApprovalFacts = ApprovalFacts> {
  /** The subject that the scope names, where it is this client's. Another client's is undefined, as one that does not exist. */
  abstract find(id: string, clientId: string): Promise<ApprovalSubject | undefined>;

  /** What the issuer's metadata says of it. */
  get terms(): IssuerTerms {
    return {};
  }

  /**
   * What the page shows this customer, resources gathered from the services that own them. `leftOut`: services that
   * did not answer and that the customer chose to go on without. Called for the page and again for the answer: what
   * is approved is what was shown, so the same state must give the same facts.
   */
  abstract facts(asked: ApprovalRequest, leftOut: readonly Service[]): Promise<Facts>;

  /**
   * What the accounts hold that money may be taken from, by the keys of `facts.offers`: shown to their owner, and no part of what is
   * approved.
   */
  balances(_asked: ApprovalRequest, _facts: Facts): Promise<Readonly<Record<string, OfferBalance>>> {
    return Promise.resolve({});
  }

  /**
   * The customer has approved: takes effect in `tx`, together with the grant and the record of the approval.
   * `partial` where a second owner must approve too. Throws ApprovalBlocked where it cannot (any longer) be approved.
   */
  abstract approve(tx: Transaction, asked: ApprovalRequest, facts: Facts, chosen: readonly Offer[]): Promise<'complete' | 'partial'>;

  /** The client gives back the grant of one of its own. What makes no sense without any grant ends; all else stays. */
  givenBack(_tx: Transaction, _id: string, _clientId: string): Promise<void> {
    return Promise.resolve();
  }

  /** A signed-in customer has refused. Nothing happens to a subject that is approved already, or another customer's. */
  abstract refuse(tx: Transaction, asked: ApprovalRequest): Promise<void>;
}

/** `open` waits for an approval, `active` has it (and may be authorized again by its customer), `ended` is over. */
export interface ApprovalSubject {
  readonly id: string;
  readonly state: 'open' | 'active' | 'ended';
  /** By when it must be approved, where it still must: whoever is sent to the page later has less time there. */
  readonly answerBy?: Date;
  /** Its tokens open nothing but what has become of it, so they are given after its end too: a payment may be over within a second. */
  readonly readable?: boolean;
}

/** Nothing more is given for it, tokens or grants: it has ended, and is not there to be read either; or there is no such subject. */
export const isOver = (subject: ApprovalSubject | undefined): boolean => !subject || (subject.state === 'ended' && !subject.readable);

/** Which subject, whose, and which customer is asked. All three belong into the statement's `where`. */
export interface ApprovalRequest {
  readonly id: string;
  readonly clientId: string;
  readonly psuId: string;
}

/** Thrown by `approve`; the page says why in plain words. */
export class ApprovalBlocked extends Error {
  constructor(readonly why: Blocked) {
    super(`not to be approved: ${why}`);
    this.name = 'ApprovalBlocked';
  }
}
