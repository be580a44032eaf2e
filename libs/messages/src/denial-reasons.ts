/**
 * The `error_description` values that go with `access_denied` at a client's redirect URI (RFC 6749 §4.1.2.1). After `refused` the consent,
 * payment or mandate is rejected; after the others it can still be approved.
 */
export const denialReasons = {
  refused: 'the customer refused',
  left: 'the customer went back without an answer',
  late: 'the customer did not answer in time',
} as const;
