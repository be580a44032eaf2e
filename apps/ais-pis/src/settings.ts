import { choice, forms, integer, text } from '@open-banking/config';

/** What ais-pis is told besides what every service is. */
export const settings = {
  consentDays: integer('How many days a consent is valid at most; a later day asked for is cut to it.', {
    default: 180,
    min: 1,
    max: 3_650,
  }),
  firstApprovalMinutes: integer('How many minutes a consent or a payment waits for its first approval.', {
    default: 30,
    min: 1,
    max: 10_080,
  }),
  secondApprovalDays: integer('How many days a consent or a payment waits for the approval of a second owner.', {
    default: 7,
    min: 1,
    max: 90,
  }),
  recurringConsents: choice(
    "What becomes of a customer's recurring consent when a new one of the same client becomes valid: it ends, or both stay valid.",
    { of: ['replace', 'keep'], default: 'replace' },
  ),
  paymentProductsFile: text(
    "JSON file with the bank's own payment products, fees and times for an answer of clearing, instead of the shipped ones (docs/operators.md).",
    { required: false, form: forms.file },
  ),
  mostOpenConsents: integer('How many consents one client may have waiting for an approval; one more is answered 429.', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  mostOpenPayments: integer('How many payments one client may have waiting for an approval; one more is answered 429.', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  mostReferences: integer('How many accounts, each counted once, one consent may name; more are answered 400.', {
    default: 100,
    min: 1,
    max: 1_000,
  }),
  mostRegistrations: integer(
    'How many clients may be registered from one address (of IPv6, one /64) in the sandbox; one more is answered 429.',
    { default: 500, min: 1, max: 100_000 },
  ),
  unusedRegistrationDays: integer(
    'After how many days a client ends that registered itself, asked for no consent or payment, and was not used.',
    { default: 30, min: 1, max: 3_650 },
  ),
  changeOverDays: integer(
    "How many days a client's former secret, keys or certificate name count besides the new ones, where the operator does not say.",
    { default: 7, min: 1, max: 90 },
  ),
};
