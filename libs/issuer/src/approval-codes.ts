import type { SignedPort } from '@open-banking/commands';
import type { Amount } from '@open-banking/messages';
import type { ApprovalFacts } from '@open-banking/pages';

/** The purpose of a code, as the customer reads it beside the code, on another device. */
export interface WhatFor {
  readonly client: string;
  readonly kind: ApprovalFacts['kind'];
  readonly creditorName?: string;
  readonly creditorAccount?: string;
  /** The amount of the payment, or the most of each collection. */
  readonly amount?: Amount;
}

export interface CodeMessage extends WhatFor {
  readonly psuId: string;
  /** Six digits. */
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * How an approval code reaches the customer: the bank's app or a text message. `shown` where the page itself shows it
 * and fills it in, which only the sandbox does.
 */
export abstract class ApprovalCodes {
  abstract readonly shown: boolean;
  abstract send(message: CodeMessage): Promise<void>;
}

/** A sandbox without a message service has no customer to write to: the page shows the code. */
export class ShownCodes extends ApprovalCodes {
  readonly shown = true;
  send(): Promise<void> {
    return Promise.resolve();
  }
}

/** Hands each code to the bank's own message service (docs/ports/approval-codes.json). */
export class PostedCodes extends ApprovalCodes {
  readonly shown = false;
  constructor(private readonly port: SignedPort) {
    super();
  }

  send(message: CodeMessage): Promise<void> {
    return this.port.post(message);
  }
}

/** For banks whose own app approves: no page asks for a code. */
export class NoCodes extends ApprovalCodes {
  readonly shown = false;
  send(): Promise<void> {
    return Promise.reject(new Error('customers approve in the app at APPROVAL_APP_URL'));
  }
}
