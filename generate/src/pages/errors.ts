import { codes, formatStatuses, type Code } from '@open-banking/messages';
import { page, table, type GeneratedFile } from '../generated-file.js';

/** When a code is answered, and what to do. A code of the table without an entry here does not compile. */
export const when: Readonly<Record<Code, string>> = {
  FORMAT_ERROR:
    'A header, parameter or field is missing, unknown or malformed. `path` says which, `text` what is expected; all faults of a request come at once.',
  PARAMETER_NOT_CONSISTENT: 'Each part is well-formed, but two of them cannot both hold.',
  PARAMETER_NOT_SUPPORTED:
    'The standard has the parameter, this bank does not (`entryReferenceFrom`, `deltaList`, `evaluationCurrency`). Leave it out.',
  TIMESTAMP_INVALID: "A signed request's `Date` is too far from the bank's clock.",
  PERIOD_INVALID: '`dateFrom` is after `dateTo`, before the oldest day served, or no day at all; `text` names the range.',
  PAYMENT_FAILED: 'The payment breaks a rule of its scheme: currency, highest amount, the kind of account (docs/payments.md).',
  EXECUTION_DATE_INVALID: '`requestedExecutionDate` has passed or is more than a year ahead.',
  SESSIONS_NOT_SUPPORTED: '`combinedServiceIndicator` was true. Ask for a consent and for a payment apart.',
  CERTIFICATE_MISSING: 'A signed request without `TPP-Signature-Certificate`, or a client that is known by its certificate came without.',
  CERTIFICATE_INVALID: "The certificate cannot be read, was issued by nobody the bank trusts, or is not this client's.",
  CERTIFICATE_EXPIRED: "The certificate's time has passed or not begun.",
  CERTIFICATE_REVOKED: 'Its issuer has revoked the certificate.',
  CERTIFICATE_BLOCKED: 'The bank has blocked the certificate.',
  ROLE_INVALID:
    'The operation asks for a role (PSP_AI, PSP_PI) that the client was not registered with, or that its signing certificate does not name.',
  SIGNATURE_MISSING: '`TPP-Signature-Certificate` came without `Signature`, or the bank is set to take signed requests only.',
  SIGNATURE_INVALID: '`Digest` or `Signature` does not fit what was received.',
  TOKEN_UNKNOWN:
    "No access token, or one that this operation's issuer does not know: another issuer's too. `text` names the issuer, the kind of token and the scope.",
  TOKEN_INVALID: 'The token is valid, but of another kind or scope than the operation needs; `text` names both (docs/operations.md).',
  TOKEN_EXPIRED: 'Use the refresh token, or ask for a new one.',
  CONSENT_INVALID:
    'The consent is not approved yet, was refused, withdrawn, deleted or replaced, or does not grant what was requested; `text` says which. GET consent shows its state and what it grants.',
  CONSENT_EXPIRED: '`validUntil` has passed, or a one-off consent is used up (24 hours after its approval); `text` says which.',
  CONSENT_UNKNOWN: 'No such consent of this client, or `Consent-ID` is not the one the token was approved for.',
  SERVICE_BLOCKED:
    'The bank has suspended the client, or the authorisation register does not list its organization as authorised (`text` says which): its tokens open nothing until that ends; its consents are kept. Token endpoints answer the same beside `unauthorized_client`.',
  PRODUCT_INVALID: 'The payment product exists, but not for this customer.',
  RESOURCE_UNKNOWN:
    "`text` says that no operation has this path; or the resource does not exist, is somebody else's, or is outside the consent: these three are answered alike.",
  PRODUCT_UNKNOWN: "The payment product in the path is none of this bank's; docs/payments.md has them.",
  SERVICE_INVALID: 'The path is served, with other methods: `Allow` names them.',
  REQUESTED_FORMATS_INVALID: '`Accept` leaves nothing the operation can answer in; `text` names what it can.',
  STATUS_INVALID:
    'What was asked does not go with the state of the resource; or the same `X-Request-ID` is still in progress (`Retry-After`) or was used with another body.',
  ACCESS_EXCEEDED:
    "`text` says which limit is used up: a window of the plan or the consent's reads in any 24 hours. `Retry-After` says when there is room again.",
  INTERNAL_SERVER_ERROR: "A fault of the bank's. Tell it the `X-Request-ID` of the answer.",
  SERVICE_UNAVAILABLE:
    'Something the answer needs is down, or did not answer (504). Try again after `Retry-After`; a write with the same `X-Request-ID`, as it may have been done: it is done once.',
};

const statusOf = (code: Code): string => (code === 'FORMAT_ERROR' ? formatStatuses.join(', ') : String(codes[code].status));

export const errorsPage = (): GeneratedFile =>
  page('docs/errors.md', 'the codes (libs/messages/src/codes.ts) and generate/src/pages/errors.ts', [
    '# Errors',
    '',
    'Every error has one form, whoever found it: the gateway, the framework or the service.',
    '',
    '```json',
    '{ "tppMessages": [{ "category": "ERROR", "code": "FORMAT_ERROR", "path": "/instructedAmount/amount", "text": "Does not fit its currency: EUR has 2 fraction digits." }] }',
    '```',
    '',
    '`path` is a JSON Pointer into the body, or the name of a header or parameter. With `Accept: application/problem+json` the same comes in the form of RFC 9457. 401 carries `WWW-Authenticate`, 405 `Allow`, 429 and 503 `Retry-After`, all of them `X-Request-ID`.',
    '',
    ...table(
      ['Status', 'Code', 'Text', 'When'],
      (Object.keys(codes) as Code[]).map((code) => [statusOf(code), code, codes[code].text, when[code]]),
    ),
  ]);
