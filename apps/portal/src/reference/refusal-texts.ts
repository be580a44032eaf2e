import type { Code, Fault } from '@open-banking/messages';

type Example = Pick<Fault, 'path' | 'text'>;

/**
 * Texts of this bank's refusals, beside those in the examples of the documents: a code of several causes has one of each. A test finds the
 * words of each in the source code that refuses.
 */
export const refusalTexts: Readonly<Partial<Record<Code, readonly Example[]>>> = {
  PARAMETER_NOT_CONSISTENT: [
    {
      path: '/remittanceInformationStructured',
      text: 'Cannot be combined with remittanceInformationUnstructured: use only one form of remittance information.',
    },
  ],
  PARAMETER_NOT_SUPPORTED: [
    { path: 'evaluationCurrency', text: 'This bank does not support the parameter. Leave it out.' },
    { path: '/debtorAccount/pan', text: 'Is not supported; identify the account by iban, bban or other.' },
  ],
  TIMESTAMP_INVALID: [
    {
      path: 'Date',
      text: 'Must be the time of the request, within 300 seconds: at this bank it is Wed, 15 Jan 2031 10:00:00 GMT.',
    },
  ],
  PERIOD_INVALID: [
    { path: 'dateFrom', text: 'The bank does not keep entries that old. Days from 2029-01-15 to 2031-01-15 are served.' },
    { path: 'dateFrom', text: 'The first day is after the last, 2031-01-15. Days from 2029-01-15 to 2031-01-15 are served.' },
  ],
  PAYMENT_FAILED: [
    { path: '/instructedAmount/currency', text: 'sepa-credit-transfers supports only EUR.' },
    { path: '/instructedAmount/amount', text: 'The amount must be more than zero.' },
    { path: '/creditorAccount', text: 'Must identify an account by iban, bban or other.' },
    { path: '/creditorAccount', text: "sepa-credit-transfers requires the IBAN of the creditor's account." },
    { path: '/creditorAccount/iban', text: 'masav reaches only accounts in Israel.' },
  ],
  EXECUTION_DATE_INVALID: [{ path: '/requestedExecutionDate', text: 'Must be from 2031-01-15 to 2032-01-15.' }],
  CERTIFICATE_MISSING: [
    {
      path: 'TPP-Signature-Certificate',
      text: 'This header is required with a signature: the certificate as base64 of its DER.',
    },
  ],
  CERTIFICATE_INVALID: [
    { path: 'TPP-Signature-Certificate', text: 'Must be issued, for signatures, by an authority that this bank trusts.' },
    { path: 'TPP-Signature-Certificate', text: 'Its key must be RSA with 2048 bits at least.' },
    {
      path: 'TPP-Signature-Certificate',
      text: 'Its organizationIdentifier must be the one this client is registered with or, where it registered none, its client_id.',
    },
  ],
  ROLE_INVALID: [
    { path: 'Authorization', text: 'This operation needs a client with the role PSP_PI; this client has PSP_AI.' },
    { path: 'TPP-Signature-Certificate', text: 'The certificate does not name the role PSP_PI.' },
  ],
  SIGNATURE_MISSING: [{ path: 'Signature', text: 'This header is required: sign x-request-id and digest at least.' }],
  SIGNATURE_INVALID: [
    { path: 'Digest', text: 'This header is required with a signature.' },
    { path: 'Digest', text: 'Does not fit the body as it was received; without a body it is the digest of no bytes.' },
  ],
  TOKEN_INVALID: [
    {
      path: 'Authorization',
      text: 'This operation needs a customer token (authorization code) of the consents issuer (/v1.7/oauth/consents) with scope AIS:<consentId>; the token presented is a client token with scope AIS.',
    },
  ],
  CONSENT_INVALID: [
    { text: 'The customer has not approved this consent yet.' },
    { text: 'This consent needs the approval of a second account owner, which is still missing.' },
    { text: 'This consent was refused by the customer or not approved in time; create a new one.' },
    { text: 'The customer has withdrawn this consent; create a new one if the customer agrees.' },
    { text: 'A newer recurring consent of the same client and customer has replaced this consent; use the newer one.' },
    {
      path: 'Consent-ID',
      text: 'This consent grants no balances of this account; GET /v1.7/consents/{consentId} shows what it grants.',
    },
  ],
  CONSENT_EXPIRED: [
    { text: 'This consent has expired: its validUntil has passed; create a new one.' },
    { text: 'This one-off consent is used up: it ends 24 hours after its approval, or when validUntil has passed; create a new one.' },
  ],
  SERVICE_BLOCKED: [
    {
      text: 'The bank has suspended this client: nothing can be done with its tokens, and nothing approved for it, until the bank lifts the suspension. Its consents are kept. Contact the bank.',
    },
    {
      text: "The authorisation register does not list this client's organization as authorised: nothing can be done with its tokens, and nothing approved for it, until the register lists it again. Its consents are kept.",
    },
  ],
  SERVICE_INVALID: [{ text: 'This path does not take this method; it takes GET, POST.' }],
  STATUS_INVALID: [
    { path: 'X-Request-ID', text: 'A request with this X-Request-ID is still in progress; send it again later.' },
    { text: 'The consent has already ended: terminatedByTpp.' },
  ],
  ACCESS_EXCEEDED: [
    {
      text: 'The limit of 25 requests a second of this operation is used up; it is free again at 2031-01-15T10:00:01Z, in 1 s.',
    },
    {
      text: 'The consent permits 4 reads of this in 24 hours while the customer is away, and the number is used up; it is free again at 2031-01-16T06:00:00Z, in 72000 s. With PSU-IP-Address, while the customer is there, it can be read.',
    },
    {
      text: 'This client has 1000 payments waiting for an approval, which is the most one client may have: wait until customers have answered, or delete what is no longer needed.',
    },
  ],
};
