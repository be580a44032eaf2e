import { UsageError } from './command.js';

/** The details of a scenario in a command line. */
export interface TriggerInput {
  readonly id: string;
  readonly reason: string | undefined;
  readonly service: string | undefined;
  readonly seconds: number;
  /** An amount and its currency, such as "12.00 EUR". */
  readonly amount: string | undefined;
  /** The name of a sender. */
  readonly from: string | undefined;
  readonly text: string | undefined;
}

/** A scenario of the sandbox by its name. */
export interface Trigger {
  readonly subject: 'payment' | 'consent' | 'mandate' | 'client' | 'account';
  readonly says: string;
  readonly path: (id: string) => string;
  readonly body?: (input: TriggerInput) => object;
}

const payment = (says: string, resource: string, body: NonNullable<Trigger['body']>): Trigger => ({
  subject: 'payment',
  says,
  path: (id) => `/sandbox/payments/${id}/${resource}`,
  body,
});
const consent = (says: string, resource: string, body?: NonNullable<Trigger['body']>): Trigger => ({
  subject: 'consent',
  says,
  path: (id) => `/sandbox/consents/${id}/${resource}`,
  ...(body && { body }),
});
const mandate = (says: string, change: string): Trigger => ({
  subject: 'mandate',
  says,
  path: (id) => `/sandbox/mandates/${id}/customer-changes`,
  body: () => ({ change }),
});
const clearing =
  (answer: string) =>
  ({ reason }: TriggerInput) => ({ answer, ...(reason !== undefined && { reason }) });
/** Amount and currency of a text such as "12.00 EUR". */
function amountIn(text = '12.00 EUR'): { readonly currency: string; readonly amount: string } {
  const [, amount, currency] = /^(\S+) ([A-Z]{3})$/.exec(text) ?? [];
  if (amount === undefined || currency === undefined)
    throw new UsageError(`--amount is an amount and a currency, such as "12.00 EUR", not "${text}".`);
  return { currency, amount };
}
const secondOwner = (answer: string) => () => ({ answer });

/** The scenarios that docs/scenarios.md describes, by the event that a third party then sees. */
export const triggers: Readonly<Record<string, Trigger>> = {
  'payment.rejected': payment(
    'The other bank rejects the payment. Before the customer approves it.',
    'clearing-answers',
    clearing('rejected'),
  ),
  'payment.returned': payment('The other bank returns the money of the payment.', 'clearing-answers', clearing('returned')),
  'payment.approved': payment('The second owner approves a payment in PATC.', 'second-owner-answers', secondOwner('approve')),
  'payment.refused': payment('The second owner refuses a payment in PATC.', 'second-owner-answers', secondOwner('refuse')),
  'consent.revoked': consent('The customer revokes the consent.', 'revocations'),
  'consent.used-up': consent("The consent's reads without the customer are used up for 24 hours.", 'read-exhaustions'),
  'consent.approved': consent('The second owner approves a partiallyAuthorised consent.', 'second-owner-answers', secondOwner('approve')),
  'consent.refused': consent('The second owner refuses a partiallyAuthorised consent.', 'second-owner-answers', secondOwner('refuse')),
  'mandate.suspended': mandate('The customer suspends the mandate.', 'suspend'),
  'mandate.resumed': mandate('The customer resumes the mandate.', 'resume'),
  'mandate.cancelled': mandate('The customer cancels the mandate.', 'cancel'),
  'mandate.collected': {
    subject: 'mandate',
    says: 'The creditor collects --amount under the mandate; it is booked, or returned.',
    path: (id) => `/sandbox/mandates/${id}/collections`,
    body: ({ amount, text }) => ({ amount: amountIn(amount), ...(text !== undefined && { text }) }),
  },
  'account.credited': {
    subject: 'account',
    says: 'A transfer of --amount comes in from --from to an account of one of your customers.',
    path: (id) => `/sandbox/accounts/${id}/incoming-transfers`,
    body: ({ amount, from = 'Acme Ltd', text }) => ({ amount: amountIn(amount), debtorName: from, ...(text !== undefined && { text }) }),
  },
  'service.unavailable': {
    subject: 'client',
    says: 'A service answers 503 to the client for --seconds, 60 by default; 0 ends it.',
    path: (id) => `/sandbox/clients/${id}/outages`,
    body: ({ service = 'ais-pis', seconds }) => ({ service, seconds }),
  },
};
