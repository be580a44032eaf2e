import { internal, rows, scenario } from './infrastructure-rows.js';
import type { Operation } from './operation.js';
import type { Service } from './services.js';

/** The largest body of a customer: 5,000 entries. A form writes most characters of JSON that are no letters as three. */
export const customerBytes = 1_048_576;
export const customerFormBytes = 2 * customerBytes;

/** What a developer's own tests bring about in the sandbox, with a key of the portal: each acts on what is the developer's alone. */
export const sandboxOperations = rows({
  createSandboxCustomer:       { ...scenario('POST', '/sandbox/customers', 'write'), maxBytes: customerBytes },
  listSandboxCustomers:        scenario('GET', '/sandbox/customers', 'read'),
  putSandboxCustomer:          { ...scenario('PUT', '/sandbox/customers/{customerId}', 'write'), maxBytes: customerBytes },
  readSandboxCustomer:         scenario('GET', '/sandbox/customers/{customerId}', 'read'),
  deleteSandboxCustomer:       scenario('DELETE', '/sandbox/customers/{customerId}', 'write'),
  resetSandboxCustomer:        scenario('POST', '/sandbox/customers/{customerId}/resets', 'write'),
  revokeConsentAsCustomer:     scenario('POST', '/sandbox/consents/{consentId}/revocations', 'write'),
  useUpConsentReads:           scenario('POST', '/sandbox/consents/{consentId}/read-exhaustions', 'write'),
  makeServiceUnavailable:      scenario('POST', '/sandbox/clients/{clientId}/outages', 'write'),
  answerConsentAsSecondOwner:  scenario('POST', '/sandbox/consents/{consentId}/second-owner-answers', 'write'),
  setPaymentClearingAnswer:    scenario('POST', '/sandbox/payments/{paymentId}/clearing-answers', 'write'),
  receiveIncomingTransfer:     scenario('POST', '/sandbox/accounts/{accountId}/incoming-transfers', 'write'),
  collectMandate:              scenario('POST', '/sandbox/mandates/{resourceId}/collections', 'write'),
  changeMandateAsCustomer:     scenario('POST', '/sandbox/mandates/{resourceId}/customer-changes', 'write'),
  answerPaymentAsSecondOwner:  scenario('POST', '/sandbox/payments/{paymentId}/second-owner-answers', 'write'),
  issueSandboxCertificate:     scenario('POST', '/sandbox/clients/{clientId}/certificates', 'write'),
  putSandboxReceiver:          scenario('PUT', '/sandbox/clients/{clientId}/receiver', 'write'),
  listReceivedNotifications:   scenario('GET', '/sandbox/received-notifications', 'read'),
  listRecordedRequests:        scenario('GET', '/sandbox/requests', 'read'),
});

/** The scenarios that a service has. */
export const sandboxRowsOf = (service: Service): Operation[] =>
  (Object.values(sandboxOperations) as unknown as Operation[]).filter((row) => row.service === service);

/** Services with loaded tables: data of a customer made for a developer. ais-pis is asked first, and knows whose the customer is. */
export const sandboxDataInternal = rows({
  addSandboxData:        { ...internal('PUT', '/internal/developers/{developerId}/data-sets/{dataSetId}', ['portal']), sandbox: true, holdsMs: 5_000, maxBytes: 8_388_608 },
  releaseSandboxData:    { ...internal('POST', '/internal/developers/{developerId}/data-releases', ['portal']), sandbox: true, holdsMs: 5_000 },
});

/** ais-pis: what the portal does for a developer in the place of customers, other owners and other banks. */
export const scenariosInternal = rows({
  endCustomersAffairs:   { ...internal('POST', '/internal/developers/{developerId}/customer-ends', ['portal']), sandbox: true, holdsMs: 5_000 },
  revokeAsCustomer:      { ...internal('POST', '/internal/developers/{developerId}/consents/{consentId}/revocations', ['portal']), sandbox: true },
  useUpReads:            { ...internal('POST', '/internal/developers/{developerId}/consents/{consentId}/read-exhaustions', ['portal']), sandbox: true },
  makeUnavailable:       { ...internal('POST', '/internal/developers/{developerId}/clients/{clientId}/outages', ['portal']), sandbox: true },
  setClearingOutcome:    { ...internal('POST', '/internal/developers/{developerId}/payments/{paymentId}/clearing-outcomes', ['portal']), sandbox: true },
  answerConsentAsOwner:  { ...internal('POST', '/internal/developers/{developerId}/consents/{consentId}/owner-answers', ['portal']), sandbox: true },
  listDevelopersBalances: { ...internal('POST', '/internal/developers/{developerId}/account-balances', ['portal']), sandbox: true, readOnly: true },
  receiveAsOtherBank:    { ...internal('POST', '/internal/developers/{developerId}/accounts/{accountId}/incoming-transfers', ['portal']), sandbox: true },
  answerPaymentAsOwner:  { ...internal('POST', '/internal/developers/{developerId}/payments/{paymentId}/owner-answers', ['portal']), sandbox: true },
});

/** mandates: the same for mandates of the developer's clients. */
export const mandateScenariosInternal = rows({
  collectDevelopersMandate: { ...internal('POST', '/internal/developers/{developerId}/mandates/{resourceId}/collections', ['portal']), sandbox: true },
  changeDevelopersMandate: { ...internal('POST', '/internal/developers/{developerId}/mandates/{resourceId}/customer-changes', ['portal']), sandbox: true },
});

/**
 * Consents and payments (ais-pis) and mandates of the clients of one developer, for the pages on which the developer sees and changes them.
 * Those of other developers' clients are answered like ones that do not exist. Sandbox only: outside, a client's own token reads them.
 */
export const developerObjectsInternal = rows({
  listDeveloperConsents: { ...internal('POST', '/internal/developers/{developerId}/consent-lists', ['portal']), readOnly: true, sandbox: true },
  readDeveloperConsent:  { ...internal('GET', '/internal/developers/{developerId}/consents/{consentId}', ['portal']), sandbox: true },
  listDeveloperPayments: { ...internal('POST', '/internal/developers/{developerId}/payment-lists', ['portal']), readOnly: true, sandbox: true },
  readDeveloperPayment:  { ...internal('GET', '/internal/developers/{developerId}/payments/{paymentId}', ['portal']), sandbox: true },
});
export const developerMandatesInternal = rows({
  listDeveloperMandates: { ...internal('POST', '/internal/developers/{developerId}/mandate-lists', ['portal']), readOnly: true, sandbox: true },
  readDeveloperMandate:  { ...internal('GET', '/internal/developers/{developerId}/mandates/{resourceId}', ['portal']), sandbox: true },
});
