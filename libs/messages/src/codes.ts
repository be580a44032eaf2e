/**
 * Every code a response can carry, its one status and what it says unless the refusal says more.
 * Codes and statuses: NextGenPSD2 Implementation Guidelines 1.3.11, §14.11. docs/errors.md is generated from here.
 */
export const codes = {
  FORMAT_ERROR:               { status: 400, text: 'The request is not of the form this operation takes.' },
  PARAMETER_NOT_CONSISTENT:   { status: 400, text: 'Two parts of the request contradict each other.' },
  PARAMETER_NOT_SUPPORTED:    { status: 400, text: 'This bank does not support the parameter.' },
  TIMESTAMP_INVALID:          { status: 400, text: 'The time stamp is not within the time this bank accepts.' },
  PERIOD_INVALID:             { status: 400, text: 'The period asked for is not one this bank can serve.' },
  PAYMENT_FAILED:             { status: 400, text: 'The payment cannot be accepted as asked.' },
  EXECUTION_DATE_INVALID:     { status: 400, text: 'The execution date is not one this bank can keep.' },
  SESSIONS_NOT_SUPPORTED:     { status: 400, text: 'This bank does not combine account information and payments in one session.' },
  CERTIFICATE_MISSING:        { status: 401, text: 'The signing certificate is missing.' },
  CERTIFICATE_INVALID:        { status: 401, text: 'The certificate is not one this bank accepts.' },
  CERTIFICATE_EXPIRED:        { status: 401, text: 'The certificate has expired.' },
  CERTIFICATE_REVOKED:        { status: 401, text: 'The certificate is revoked.' },
  CERTIFICATE_BLOCKED:        { status: 401, text: 'The certificate is blocked by this bank.' },
  ROLE_INVALID:               { status: 401, text: 'This client does not have the role this operation asks for.' },
  SIGNATURE_MISSING:          { status: 401, text: 'The request must be signed.' },
  SIGNATURE_INVALID:          { status: 401, text: 'The signature does not fit the request.' },
  TOKEN_UNKNOWN:              { status: 401, text: 'This operation needs an access token of its issuer.' },
  TOKEN_INVALID:              { status: 401, text: 'The access token is of another kind or scope than this operation needs.' },
  TOKEN_EXPIRED:              { status: 401, text: 'The access token has expired; use the refresh token or request a new one.' },
  CONSENT_INVALID:            { status: 401, text: 'The consent is not valid, or does not grant what was requested.' },
  CONSENT_EXPIRED:            { status: 401, text: 'The consent has expired; ask the customer for a new one.' },
  CONSENT_UNKNOWN:            { status: 403, text: 'No such consent for this client.' },
  SERVICE_BLOCKED:            { status: 403, text: 'This service is blocked for this client or customer.' },
  PRODUCT_INVALID:            { status: 403, text: 'This payment product is not offered to this customer.' },
  RESOURCE_UNKNOWN:           { status: 404, text: 'No resource with this id exists for this client and consent.' },
  PRODUCT_UNKNOWN:            { status: 404, text: 'This bank has no such payment product.' },
  SERVICE_INVALID:            { status: 405, text: 'This path does not take this method.' },
  REQUESTED_FORMATS_INVALID:  { status: 406, text: 'The answer cannot be given in any format asked for.' },
  STATUS_INVALID:             { status: 409, text: 'The state of the resource does not allow this.' },
  ACCESS_EXCEEDED:            { status: 429, text: 'A limit of this operation is used up.' },
  INTERNAL_SERVER_ERROR:      { status: 500, text: 'The bank could not answer; the fault is ours.' },
  SERVICE_UNAVAILABLE:        { status: 503, text: 'The bank cannot answer at the moment; try again later.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type Code = keyof typeof codes;

/** FORMAT_ERROR alone stands for several statuses of HTTP: those found before the body is understood. */
export const formatStatuses = [400, 408, 413, 414, 415, 431] as const;
export type FormatStatus = (typeof formatStatuses)[number];

/** The HTTP statuses that an error code is answered with. */
export const httpStatuses = (code: Code): readonly number[] => (code === 'FORMAT_ERROR' ? formatStatuses : [codes[code].status]);

/**
 * FORMAT_ERROR where Node's parser does not know the method: it knows those that IANA registers, and takes anything else at the beginning of a
 * line for one, too.
 */
export const unknownMethodText = 'The method is not known, or the request is not valid HTTP/1.1 (RFC 9112).';

/** RESOURCE_UNKNOWN for a path of no operation. The path itself is not repeated: both gateways say the same in a fixed text. */
export const unknownPathText = 'No operation has this path. Check the version prefix, spelling and case, and leave out a trailing slash; the reference of the portal (`/reference`) lists every path.';
