import type { DeveloperConsent, DeveloperMandate, DeveloperPayment } from '@open-banking/contracts';
import { instantText } from '../visit/instant.js';
import type { DeveloperObject } from './developer-objects.service.js';
import { statusText } from '../reference/status-texts.js';

/** The steps of the forms on the pages of consents, payments and mandates. */
export const actionSteps = [
  'revoke',
  'use-up-reads',
  'approve-as-second-owner',
  'refuse-as-second-owner',
  'reject-at-other-bank',
  'return-from-other-bank',
  'collect',
  'suspend',
  'resume',
  'cancel',
] as const;
export type ActionStep = (typeof actionSteps)[number];

/** Something that a customer, a second owner or another bank does, on demand. */
export interface ObjectAction {
  readonly step: ActionStep;
  /** The button. */
  readonly button: string;
  /** The effect, and how the client sees it. */
  readonly says: string;
  /** The notice after the action. The page adds the new status and its meaning. */
  readonly done: string;
  /** The form asks for the reason that the other bank gives. */
  readonly takesReason?: true;
  /** The form asks for the amount to collect, and starts with this one. */
  readonly takesAmount?: { readonly amount: string; readonly currency: string };
  /** It cannot be undone. */
  readonly isFinal?: true;
  /** The reason why the present state does not allow the action. Absent: it is offered. */
  readonly refusal?: string;
}

const secondOwner = (waits: boolean, what: string): ObjectAction[] => {
  const refusal = waits ? {} : { refusal: `The ${what} does not wait for a second owner.` };
  return [
    {
      step: 'approve-as-second-owner',
      button: 'Second owner approves',
      says: `The second owner of the account approves the ${what} too.`,
      done: 'The second owner has approved.',
      ...refusal,
    },
    {
      step: 'refuse-as-second-owner',
      button: 'Second owner refuses',
      says: `The second owner of the account refuses the ${what}.`,
      done: 'The second owner has refused.',
      isFinal: true,
      ...refusal,
    },
  ];
};

const refusing = (refusal: string | undefined): { readonly refusal?: string } => (refusal === undefined ? {} : { refusal });

const isOver = ({ kind, status }: DeveloperObject): boolean => statusText(kind, status)?.final === true;

function consentActions(object: DeveloperObject, { status, readsUsedUpUntil }: DeveloperConsent): ObjectAction[] {
  const ended = isOver(object) ? `The consent has ended (${status}).` : undefined;
  const unapproved = status === 'received' ? 'No customer has approved the consent yet.' : undefined;
  const unused = status === 'partiallyAuthorised' ? 'The consent takes effect when the second owner approves.' : undefined;
  const usedUp = readsUsedUpUntil === null ? undefined : `The reads are used up until ${instantText(readsUsedUpUntil)}.`;
  return [
    {
      step: 'revoke',
      button: 'Customer revokes',
      says: "The customer ends the access on the bank's pages. Your client's next read returns 401 CONSENT_INVALID.",
      done: 'The customer has ended the access.',
      isFinal: true,
      ...refusing(ended ?? unapproved),
    },
    {
      step: 'use-up-reads',
      button: 'Use up the reads',
      says: 'For 24 hours, reads without PSU-IP-Address return 429 ACCESS_EXCEEDED with Retry-After. Reads while the customer is present still work.',
      done: 'The reads without the customer are used up: they return 429 ACCESS_EXCEEDED with Retry-After for 24 hours.',
      ...refusing(ended ?? unapproved ?? unused ?? usedUp),
    },
    ...secondOwner(status === 'partiallyAuthorised', 'consent'),
  ];
}

/** The reason why no other bank can answer the payment (any more). Undefined: one can. */
function noOtherBank({ transactionStatus: status, isInternal, clearing }: DeveloperPayment): string | undefined {
  if (['RJCT', 'CANC', 'ACCC'].includes(status)) return `The payment is ${status}: no other bank will answer it.`;
  if (isInternal) return "The creditor's account is at this bank: no other bank is involved.";
  return clearing === 'RETURNED' ? 'The money has already come back.' : undefined;
}

function paymentActions(facts: DeveloperPayment): ObjectAction[] {
  const silent = noOtherBank(facts);
  const late = facts.clearing === null ? undefined : 'The other bank already has the payment: it can only return the money.';
  return [
    ...secondOwner(facts.transactionStatus === 'PATC', 'payment'),
    {
      step: 'reject-at-other-bank',
      button: 'Other bank rejects',
      says: 'The other bank rejects the payment when it is sent. Your client then sees RJCT with the reason, and the account gets the money back.',
      done: 'The other bank will reject the payment when it receives it.',
      takesReason: true,
      ...refusing(silent ?? late),
    },
    {
      step: 'return-from-other-bank',
      button: 'Other bank returns',
      says: 'The other bank accepts the payment and sends the money back. The status stays ACSC; the account gets a credit with the reason.',
      done: 'The other bank accepts the payment and returns the money. The status stays ACSC; the account gets a credit with the reason.',
      takesReason: true,
      ...refusing(silent),
    },
  ];
}

/** The reason why a mandate cannot be suspended, resumed or cancelled. Undefined: it can. */
function mandateRefusals(object: DeveloperObject, { mandateStatus: status, suspendedBy }: DeveloperMandate) {
  if (isOver(object)) return allRefused(`The mandate has ended (${status}).`);
  if (status === 'RCVD') return allRefused('No customer has approved the mandate yet.');
  const notSuspended = 'The mandate is not suspended.';
  if (status === 'PATC') return { suspend: 'The mandate waits for its second owner.', resume: notSuspended, cancel: undefined };
  if (status === 'ACTV') return { suspend: undefined, resume: notSuspended, cancel: undefined };
  const byBank = suspendedBy === 'bank' ? 'The bank has suspended the mandate: only the bank can resume it.' : undefined;
  return { suspend: 'The mandate is already suspended.', resume: byBank, cancel: undefined };
}

const allRefused = (refusal: string) => ({ suspend: refusal, resume: refusal, cancel: refusal });

/** The collection of an amount. It is offered in every state: the bank returns a collection under a mandate that is not active. */
function collect({ mandateStatus, collectionAmount, maximumAmount, currency }: DeveloperMandate): ObjectAction {
  const then =
    mandateStatus === 'ACTV'
      ? 'The bank checks it against the mandate and books it, or returns it with a reason.'
      : 'In this state it is returned with a reason.';
  return {
    step: 'collect',
    button: 'Creditor collects',
    says: `The creditor's bank presents a collection. ${then}`,
    done: 'The creditor has collected.',
    takesAmount: collectionAmount ?? { amount: maximumAmount?.amount ?? '10.00', currency: currency ?? 'EUR' },
  };
}

function mandateActions(object: DeveloperObject, facts: DeveloperMandate): ObjectAction[] {
  const { suspend, resume, cancel } = mandateRefusals(object, facts);
  return [
    collect(facts),
    {
      step: 'suspend',
      button: 'Customer suspends',
      says: 'The customer suspends the mandate. Collections are returned with MS02 until it is resumed.',
      done: 'The customer has suspended the mandate: collections are returned with MS02.',
      ...refusing(suspend),
    },
    {
      step: 'resume',
      button: 'Customer resumes',
      says: 'The customer resumes the mandate. The creditor may collect again.',
      done: 'The customer has resumed the mandate.',
      ...refusing(resume),
    },
    {
      step: 'cancel',
      button: 'Customer cancels',
      says: 'The customer ends the mandate for good. Collections are then returned with MD01.',
      done: 'The customer has ended the mandate.',
      isFinal: true,
      ...refusing(cancel),
    },
  ];
}

/** All actions of this kind of object. Each that the state does not allow has a reason. The bank checks again before it acts. */
export function actionsOf(object: DeveloperObject): readonly ObjectAction[] {
  if (object.kind === 'consent') return consentActions(object, object.facts);
  if (object.kind === 'payment') return paymentActions(object.facts);
  return mandateActions(object, object.facts);
}

/** Reasons for which another bank rejects or returns a payment (ISO 20022), with their texts. The first one is the default. */
export const otherBankReasons: Readonly<Record<string, string>> = {
  AC04: "The creditor's account is closed.",
  AC01: "The creditor's bank has no such account.",
  AC06: "The creditor's account is blocked.",
  AG01: "The creditor's account does not accept this kind of payment.",
  AM05: "The creditor's bank considers the payment a duplicate.",
  BE01: "The creditor's name does not match the account.",
  MD07: 'The creditor has died.',
  MS03: "The creditor's bank gave no reason.",
  RR04: 'The payment is forbidden by a regulation.',
};
