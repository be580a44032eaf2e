/** The place of a public key in the body of a sample. */
export const publicKeyPlace = '<public key>';

const customerBody = '{ "seed": "1" }';
/** Bodies of the sandbox's operations in samples. */
const otherBodies: Readonly<Record<string, string>> = {
  createSandboxCustomer: customerBody,
  putSandboxCustomer: customerBody,
  receiveIncomingTransfer: '{ "amount": { "currency": "ILS", "amount": "250.00" }, "debtorName": "Acme Ltd", "text": "Refund" }',
  collectMandate: '{ "amount": { "currency": "EUR", "amount": "12.00" }, "text": "Invoice 4711" }',
  // The samples of the reference make a key first.
  issueSandboxCertificate: `{ "request": "${publicKeyPlace}", "use": "seal", "expiresInSeconds": 60 }`,
  answerConsentAsSecondOwner: '{ "answer": "approve" }',
  answerPaymentAsSecondOwner: '{ "answer": "refuse" }',
  setPaymentClearingAnswer: '{ "answer": "returned", "reason": "AC04" }',
  changeMandateAsCustomer: '{ "change": "suspend" }',
  makeServiceUnavailable: '{ "service": "cards", "seconds": 60 }',
};

/** The body of a sandbox operation in samples; undefined if it takes none. */
export function scenarioBody(id: string): unknown {
  const body = otherBodies[id];
  return body === undefined ? undefined : (JSON.parse(body) as unknown);
}
