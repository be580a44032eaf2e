import type { Code } from './codes.js';

/** When a code is returned and what the client can do. Every code of the table needs an entry, or this does not compile. */
export const codeDescriptions: Readonly<Record<Code, string>> = {
  FORMAT_ERROR:
    'A header, parameter or field is missing, unknown, malformed or sent more than once. `path` names it, `text` says what is expected. ' +
    'All errors of a request are reported at once.',
  PARAMETER_NOT_CONSISTENT: 'Two parts of the request are well-formed but contradict each other.',
  PARAMETER_NOT_SUPPORTED:
    'The standard defines the parameter, but this bank does not support it ' +
    '(`entryReferenceFrom` and `deltaList` anywhere but at accounts, `evaluationCurrency`; card numbers as `pan`, which are not stored). Omit it.',
  TIMESTAMP_INVALID: "The `Date` of a signed request differs too much from the bank's clock.",
  PERIOD_INVALID: '`dateFrom` is after `dateTo`, before the oldest day available, or not a valid date. `text` names the available range.',
  PAYMENT_FAILED:
    'The payment violates a rule of its scheme: currency, maximum amount, kind of account or characters. `text` names the rule: change the payment and send it as a new one.',
  EXECUTION_DATE_INVALID: '`requestedExecutionDate` is in the past or more than a year ahead.',
  SESSIONS_NOT_SUPPORTED: '`combinedServiceIndicator` was true. Create the consent and the payment separately.',
  CERTIFICATE_MISSING:
    'A signed request has no `TPP-Signature-Certificate`, or a client that authenticates by certificate connected without one.',
  CERTIFICATE_INVALID: 'The certificate cannot be read, was not issued by an authority the bank trusts, or belongs to another client.',
  CERTIFICATE_EXPIRED: 'The certificate has expired or is not valid yet.',
  CERTIFICATE_REVOKED: 'The issuer has revoked the certificate.',
  CERTIFICATE_BLOCKED: 'The bank has blocked the certificate.',
  ROLE_INVALID:
    'The operation requires a role (PSP_AI, PSP_PI) that the client is not registered with, or that its signing certificate lacks.',
  SIGNATURE_MISSING: 'The request has `TPP-Signature-Certificate` but no `Signature`, or the bank accepts only signed requests.',
  SIGNATURE_INVALID: '`Digest` or `Signature` does not match the request as received.',
  TOKEN_UNKNOWN:
    "The request has no access token, or one unknown to this operation's issuer, such as a token of another issuer. " +
    '`text` names the issuer, the kind of token and the scope.',
  TOKEN_INVALID: 'The token is valid, but the operation needs another kind or scope. `text` names both.',
  TOKEN_EXPIRED: 'Use the refresh token or request a new token.',
  CONSENT_INVALID:
    'The consent is not approved yet, was refused, withdrawn, deleted or replaced, or does not grant what was requested. ' +
    '`text` names the cause. GET consent returns its status and grants.',
  CONSENT_EXPIRED: '`validUntil` has passed, or a one-off consent has expired (24 hours after its approval). Create a new consent.',
  CONSENT_UNKNOWN:
    'The client has no such consent, its token of a customer is for another one, or `Consent-ID` is not the consent the token was approved for.',
  SERVICE_BLOCKED:
    'The bank has suspended the client, or the authorisation register does not list its organization as authorised. `text` names the cause. ' +
    'All requests with its tokens are refused until that ends; its consents are kept. ' +
    'Token endpoints return the same text with `unauthorized_client`.',
  PRODUCT_INVALID: 'The payment product exists but is not available to this customer.',
  RESOURCE_UNKNOWN:
    'No operation has this path (`text` says so); or the resource does not exist, belongs to somebody else or is outside the consent. ' +
    'These three cases get the same answer.',
  PRODUCT_UNKNOWN: 'This bank does not offer the payment product in the path. Its operation in the reference lists the products.',
  SERVICE_INVALID: 'The path exists, but not with this method. `Allow` lists the methods.',
  REQUESTED_FORMATS_INVALID: '`Accept` excludes every format of the operation. `text` lists the formats.',
  STATUS_INVALID:
    "The resource's status does not allow the request; or the same `X-Request-ID` is still in progress (`Retry-After`) " +
    'or was used with another body.',
  ACCESS_EXCEEDED:
    "A limit is used up: a window of the plan, or the consent's reads within 24 hours. `text` names the limit. " +
    '`Retry-After` says when to try again.',
  INTERNAL_SERVER_ERROR: 'An error of the bank. Report it with the `X-Request-ID` of the response.',
  SERVICE_UNAVAILABLE:
    'A component is down or did not answer (504). Try again after `Retry-After`. Repeat a write with the same `X-Request-ID`: ' +
    'it may have taken effect, and it takes effect only once.',
};
