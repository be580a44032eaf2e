import { health, internal, oauth, page, rows } from './infrastructure-rows.js';
import { issuers, text, type Issuer, type Operation } from './operation.js';
import { certificatePages, consolePages, customerEditorPages, developerPages, downloadPages, markdownPages, objectPages, receiverPages, scenarioPages, sitePages } from './portal-pages.js';
import { services, type Service } from './services.js';

// What a bank needs besides the operations of the specification: health, the internal port, OAuth endpoints and pages. Marked by `kind`, in the
// same table, so that the start-up check, the limits and the gateway know them too.

/** Served by every service on its own port; the gateway routes none of them. */
export const everyService = rows({
  readLiveness:          health('/health/live'),
  readReadiness:         health('/health/ready'),
});

/**
 * A service asks itself through the gateway (`PROBE_GATEWAY_URL`): each answers under its own name, by which the gateway routes. A probe
 * uses up no limit and is in no count.
 */
export const gatewayProbe = rows({
  answerGatewayProbe:    health('/gateway-probes/{service}'),
});

/** The path of one service's probe. */
export const gatewayProbePath = (service: Service): string => gatewayProbe.answerGatewayProbe.path.replace('{service}', service);

/** Announced maintenance, for anybody: third parties read it before they have a token, and their monitors without one. */
export const maintenanceStatus = rows({
  listMaintenanceWindows: { kind: 'status', method: 'GET', path: '/maintenance-windows', product: 'operations', limits: 'metadata', service: 'ais-pis' },
});

/** Signed heads of the log of receipts, for anybody: whoever keeps one can prove that the log was changed later. */
export const receiptStatus = rows({
  listReceiptHeads:      { kind: 'status', method: 'GET', path: '/receipt-heads', product: 'operations', limits: 'metadata', service: 'ais-pis' },
  readReceiptConsistency: { kind: 'status', method: 'GET', path: '/receipt-consistency', product: 'operations', limits: 'metadata', service: 'ais-pis' },
});

/** Served by every service on its internal port. */
export const everyInternal = rows({
  listCustomerResources: { ...internal('POST', '/internal/customer-resources', ['ais-pis', 'mandates']), readOnly: true },
  readServiceState:      internal('GET', '/internal/service-state', ['portal', 'operator'], ['read']),
  readAvailability:      internal('GET', '/internal/availability', ['portal']),
});

/**
 * The sandbox's clock. ais-pis moves it, and every service tells how late it is there: the others wait at
 * ais-pis for a move. A service that has not heard of a move yet says so by an older offset.
 */
export const clockInternal = rows({
  readClock:             { ...internal('GET', '/internal/clock', [...services, 'operator'], ['read']), sandbox: true },
  awaitClock:            { ...internal('POST', '/internal/clock/waits', services), readOnly: true, sandbox: true, holdsMs: 50_000 },
  advanceClock:          { ...internal('POST', '/internal/clock/advances', ['operator'], ['act']), sandbox: true },
});

/** ais-pis and mandates: is this token alive, whose is it, and what does its consent cover (RFC 7662). */
export const issuerInternal = rows({
  introspectToken:       { ...internal('POST', '/internal/introspections', services), readOnly: true },
});

/** ais-pis and mandates: the keys that their notifications are signed with. */
export const notificationKeysInternal = rows({
  rotateNotificationKeys: internal('POST', '/internal/notification-key-rotations', ['operator'], ['act']),
});

/**
 * ais-pis and mandates: notifications of the clients of developers, who see them at the portal. Whose client each is, ais-pis says; those of
 * another developer's clients are answered like ones that do not exist.
 */
export const developerNotificationsInternal = rows({
  listDeveloperNotifications: { ...internal('POST', '/internal/developers/{developerId}/notification-lists', ['portal']), readOnly: true },
  readDeveloperNotification: internal('GET', '/internal/developers/{developerId}/notifications/{notificationId}', ['portal']),
  sendDeveloperNotification: internal('POST', '/internal/developers/{developerId}/notifications/{notificationId}/deliveries', ['portal']),
});

/** ais-pis alone knows clients and customers; the mandates issuers and the operator ask it. */
export const directoryInternal = rows({
  createClient:          internal('POST', '/internal/clients', ['operator'], ['act']),
  findClient:            internal('GET', '/internal/clients/{clientId}', ['mandates', 'operator'], ['read']),
  listClients:           internal('POST', '/internal/client-lists', ['operator'], ['read']),
  rotateClient:          internal('POST', '/internal/clients/{clientId}/rotations', ['operator'], ['act']),
  suspendClient:         internal('POST', '/internal/clients/{clientId}/suspensions', ['operator'], ['act']),
  resumeClient:          internal('POST', '/internal/clients/{clientId}/resumptions', ['operator'], ['act']),
  removeClient:          internal('DELETE', '/internal/clients/{clientId}', ['operator'], ['act']),
  listClientLogos:       { ...internal('POST', '/internal/client-logo-lists', ['operator'], ['read']), readOnly: true },
  readClientLogo:        internal('GET', '/internal/clients/{clientId}/logos/{logo}', ['operator'], ['read']),
  approveClientLogo:     internal('POST', '/internal/clients/{clientId}/logos/{logo}/approvals', ['operator'], ['act', 'approve']),
  refuseClientLogo:      internal('POST', '/internal/clients/{clientId}/logos/{logo}/refusals', ['operator'], ['act', 'approve']),
  checkPsuErasure:       { ...internal('POST', '/internal/customers/{customerId}/erasure-checks', ['operator'], ['read']), readOnly: true },
  erasePsu:              internal('POST', '/internal/customers/{customerId}/erasures', ['operator'], ['act']),
  readErasure:           internal('GET', '/internal/customers/{customerId}/erasure', ['operator'], ['read']),
  listErasures:          { ...internal('POST', '/internal/erasure-lists', ['operator'], ['read']), readOnly: true },
  signInCustomer:        internal('POST', '/internal/sign-ins', ['mandates']),
  signInSubject:         internal('POST', '/internal/subject-sign-ins', ['mandates']),
  countApprovalCode:     internal('POST', '/internal/approval-code-tries', ['mandates']),
  readOptOut:            internal('POST', '/internal/customer-opt-outs', ['mandates']),
  readAlertChoice:       { ...internal('POST', '/internal/customer-alert-choices', ['mandates']), readOnly: true },
  listAccountOwners:     { ...internal('POST', '/internal/account-owners', ['mandates']), readOnly: true },
});

/**
 * Clients of developers, who manage them at the portal. The portal says which developer is signed in; ais-pis keeps whose client each is, and
 * answers one of another developer like one that does not exist.
 */
export const developerClientsInternal = rows({
  registerDeveloperClient: internal('POST', '/internal/developers/{developerId}/clients', ['portal']),
  listDeveloperClients:  { ...internal('POST', '/internal/developers/{developerId}/client-lists', ['portal', 'mandates']), readOnly: true },
  rotateDeveloperClient: internal('POST', '/internal/developers/{developerId}/clients/{clientId}/rotations', ['portal']),
  changeRedirectUris:    internal('PUT', '/internal/developers/{developerId}/clients/{clientId}/redirect-uris', ['portal']),
  removeDeveloperClient: internal('DELETE', '/internal/developers/{developerId}/clients/{clientId}', ['portal']),
  readDeveloperClientLogos: internal('GET', '/internal/developers/{developerId}/clients/{clientId}/logos', ['portal']),
  proposeClientLogo:     internal('PUT', '/internal/developers/{developerId}/clients/{clientId}/logo', ['portal']),
  removeClientLogos:     internal('DELETE', '/internal/developers/{developerId}/clients/{clientId}/logos', ['portal']),
});

/** Mandates as their customers see and change them on the bank's pages, and what the operator does with them. */
export const mandatesInternal = rows({
  listCustomerMandates:  { ...internal('POST', '/internal/customer-mandates', ['ais-pis']), readOnly: true },
  readCustomerMandate:   { ...internal('POST', '/internal/customer-mandates/{resourceId}', ['ais-pis']), readOnly: true },
  listPendingMandates:   { ...internal('POST', '/internal/pending-mandates', ['ais-pis']), readOnly: true },
  readMandateFacts:      { ...internal('POST', '/internal/pending-mandates/{resourceId}/facts', ['ais-pis']), readOnly: true },
  approveMandate:        internal('POST', '/internal/pending-mandates/{resourceId}/approvals', ['ais-pis']),
  refuseMandate:         internal('POST', '/internal/pending-mandates/{resourceId}/refusals', ['ais-pis']),
  suspendMandate:        internal('POST', '/internal/mandates/{resourceId}/suspensions', ['ais-pis', 'operator'], ['act']),
  resumeMandate:         internal('POST', '/internal/mandates/{resourceId}/resumptions', ['ais-pis', 'operator'], ['act']),
  endMandate:            internal('POST', '/internal/mandates/{resourceId}/ends', ['ais-pis']),
  presentCollection:     { ...internal('POST', '/internal/mandates/{resourceId}/collections', ['operator'], ['act']), sandbox: true },
  receiveCollection:     internal('PUT', '/internal/presented-collections/{collectionId}', ['operator'], ['connect']),
  claimRefund:           internal('POST', '/internal/collections/{collectionId}/refund-claims', ['ais-pis']),
});

/** Collections in the books of ais-pis, each once by its id: the mandates service says which, and asks until it is answered. */
export const collectionsInternal = rows({
  bookCollection:        internal('PUT', '/internal/collections/{collectionId}', ['mandates']),
  refundCollection:      internal('PUT', '/internal/collections/{collectionId}/refund', ['mandates']),
});

/**
 * Payments to other banks, as ais-pis has told clearing: a bank's connector asks for those without an answer and tells what
 * became of them. In the sandbox a simulator answers, by rules.
 */
export const clearingInternal = rows({
  listInstructions:      internal('POST', '/internal/clearing/instruction-lists', ['operator'], ['read', 'connect']),
  answerInstruction:     internal('POST', '/internal/clearing/instructions/{instructionId}/answers', ['operator'], ['connect']),
  resolveInstruction:    internal('POST', '/internal/clearing/instructions/{instructionId}/resolutions', ['operator'], ['act']),
  listReceived:          { ...internal('POST', '/internal/clearing/received', ['operator'], ['read']), sandbox: true },
  listClearingRules:     { ...internal('GET', '/internal/clearing/rules', ['operator'], ['read']), sandbox: true },
  addClearingRule:       { ...internal('POST', '/internal/clearing/rules', ['operator'], ['act']), sandbox: true },
  removeClearingRule:    { ...internal('DELETE', '/internal/clearing/rules/{ruleId}', ['operator'], ['act']), sandbox: true },
});

/** Payments, transfers and collections of a period as the bank knows them, to be compared with the statements of clearing (docs/reconciliation.md). */
export const reconciliationInternal = rows({
  listInstructed:        internal('POST', '/internal/clearing/instructed-payments', ['operator'], ['read']),
  listClearingPostings:  internal('POST', '/internal/clearing/postings', ['operator'], ['read']),
  findSettled:           internal('POST', '/internal/clearing/settled-searches', ['operator'], ['read']),
  writeStatement:        { ...internal('POST', '/internal/clearing/statements', ['operator'], ['read']), sandbox: true },
});

/** Changes of the bank's core system, which its connector sends to each service that keeps customers' resources (docs/feed.md). */
export const feedInternal = rows({
  applyFeed:             { ...internal('POST', '/internal/feed-changes', ['operator'], ['connect']), maxBytes: 4_194_304 },
  listFeeds:             internal('GET', '/internal/feeds', ['operator'], ['read', 'connect']),
  followCoreLog:         internal('PUT', '/internal/feeds/{source}/core-log', ['operator'], ['connect']),
  skipFeedChange:        internal('POST', '/internal/feeds/{source}/skips', ['operator'], ['act']),
});

/** What each service does when a customer's personal data are erased (docs/erasure.md). ais-pis keeps the record of erasures and asks until all have answered. */
export const erasureInternal = rows({
  listErasureObstacles:  { ...internal('POST', '/internal/erasure-obstacles', ['ais-pis']), readOnly: true },
  erasePersonalData:     internal('PUT', '/internal/erased-customers/{customerId}', ['ais-pis']),
});

/**
 * The people and connectors that operate the bank, each with a key and roles of their own. Only the installation's own key
 * (`operator`) adds and removes them; the other services ask here whose key signed a call.
 */
export const operatorsInternal = rows({
  findOperator:          internal('GET', '/internal/operators/{operatorName}', services),
  listOperators:         internal('POST', '/internal/operator-lists', ['operator'], ['read']),
  addOperator:           internal('PUT', '/internal/operators/{operatorName}', ['operator'], ['act']),
  removeOperator:        internal('DELETE', '/internal/operators/{operatorName}', ['operator'], ['act']),
});

/** Corrections of an account's balance: one operator proposes, another one approves. */
export const adjustmentsInternal = rows({
  proposeAdjustment:     internal('PUT', '/internal/adjustments/{adjustmentId}', ['operator'], ['act']),
  approveAdjustment:     internal('POST', '/internal/adjustments/{adjustmentId}/approvals', ['operator'], ['approve']),
  refuseAdjustment:      internal('POST', '/internal/adjustments/{adjustmentId}/refusals', ['operator'], ['act', 'approve']),
  listAdjustments:       internal('POST', '/internal/adjustment-lists', ['operator'], ['read']),
});

/**
 * Maintenance announced in advance: the availability report counts what falls into it apart. ais-pis knows it; the other services wait for
 * changes (`awaitMaintenance`), so that the answers of all of them announce it. Services of the release before read it every five seconds.
 */
export const maintenanceInternal = rows({
  announceMaintenance:   internal('PUT', '/internal/maintenance-windows/{windowId}', ['operator'], ['act']),
  withdrawMaintenance:   internal('DELETE', '/internal/maintenance-windows/{windowId}', ['operator'], ['act']),
  listMaintenance:       internal('POST', '/internal/maintenance-window-lists', ['portal', 'operator'], ['read']),
  readAnnouncedMaintenance: internal('GET', '/internal/announced-maintenance', services),
  awaitMaintenance:      { ...internal('POST', '/internal/announced-maintenance/waits', services), readOnly: true, holdsMs: 50_000 },
});

/** Credit transfers from other banks (pacs.008), as the bank's connector presents them. */
export const creditTransfersInternal = rows({
  receiveCreditTransfer: internal('PUT', '/internal/credit-transfers/{transferId}', ['operator'], ['connect']),
});

/** What operators look up by its id, whoever's client it belongs to; and ending a consent at its customer's request. */
export const lookupsInternal = rows({
  inspectClient:         internal('GET', '/internal/clients/{clientId}/facts', ['operator'], ['read']),
  inspectConsent:        internal('GET', '/internal/consents/{consentId}', ['operator'], ['read']),
  revokeConsent:         internal('POST', '/internal/consents/{consentId}/revocations', ['operator'], ['act']),
  inspectPayment:        internal('GET', '/internal/payments/{paymentId}', ['operator'], ['read']),
  inspectCustomer:       internal('GET', '/internal/customers/{customerId}', ['operator'], ['read']),
  findCustomers:         { ...internal('POST', '/internal/customer-searches', ['operator'], ['read']), readOnly: true },
});

/** Mandates by their id, as `lookupsInternal`. */
export const mandateLookupsInternal = rows({
  inspectMandate:        internal('GET', '/internal/mandates/{resourceId}', ['operator'], ['read']),
});

/** ais-pis and mandates: their jobs, the notifications that have not arrived, and their audit. */
export const backgroundInternal = rows({
  listJobs:              { ...internal('POST', '/internal/job-lists', ['operator'], ['read']), readOnly: true },
  retryJob:              internal('POST', '/internal/jobs/{jobKind}/{jobId}/retries', ['operator'], ['act']),
  listUndelivered:       { ...internal('POST', '/internal/undelivered-notification-lists', ['operator'], ['read']), readOnly: true },
  retryNotification:     internal('POST', '/internal/notifications/{notificationId}/retries', ['operator'], ['act']),
  listAudit:             { ...internal('POST', '/internal/audit-lists', ['operator'], ['read']), readOnly: true },
});

/** Acts that need a second operator (`SECOND_OPERATOR`): what one asked for, until another one approves or refuses it. */
export const proposalsInternal = rows({
  listProposals:         { ...internal('POST', '/internal/proposal-lists', ['operator'], ['read']), readOnly: true },
  approveProposal:       internal('POST', '/internal/proposals/{proposalId}/approvals', ['operator'], ['approve']),
  refuseProposal:        internal('POST', '/internal/proposals/{proposalId}/refusals', ['operator'], ['act', 'approve']),
});

/** The bank's own check of payments answers here what it did not answer at once (docs/ports/execution-checks.json). */
export const executionChecksInternal = rows({
  answerExecutionCheck:  internal('POST', '/internal/execution-checks/{checkId}/answers', ['operator'], ['connect']),
});

/** Payments that wait for a person. Whoever proposes to release or refuse one cannot approve it (`proposalsInternal`). */
export const heldPaymentsInternal = rows({
  listHeldPayments:      { ...internal('POST', '/internal/held-payment-lists', ['operator'], ['read']), readOnly: true },
  releaseHeldPayment:    internal('POST', '/internal/held-payments/{paymentId}/releases', ['operator'], ['act']),
  refuseHeldPayment:     internal('POST', '/internal/held-payments/{paymentId}/refusals', ['operator'], ['act']),
});

/** The rules that every payment is measured by before it is executed: what customers may pay at most, and creditors that nobody may pay. */
export const paymentRulesInternal = rows({
  listPaymentCaps:       { ...internal('POST', '/internal/payment-cap-lists', ['operator'], ['read']), readOnly: true },
  setPaymentCap:         internal('PUT', '/internal/payment-caps', ['operator'], ['act']),
  removePaymentCap:      internal('POST', '/internal/payment-cap-removals', ['operator'], ['act']),
  listBlockedCreditors:  { ...internal('POST', '/internal/blocked-creditor-lists', ['operator'], ['read']), readOnly: true },
  blockCreditors:        { ...internal('POST', '/internal/blocked-creditors', ['operator'], ['act']), maxBytes: 4_194_304 },
  unblockCreditor:       internal('POST', '/internal/blocked-creditors/{entryId}/removals', ['operator'], ['act']),
});

/** A database that was restored from a backup takes in what clearing had received; until that has ended no money moves. */
export const recoveryInternal = rows({
  readRecovery:          internal('GET', '/internal/recovery', ['operator'], ['read']),
  takeInstruction:       internal('PUT', '/internal/recovery/instructions/{instructionId}', ['operator'], ['act']),
  endRecovery:           internal('POST', '/internal/recovery/ends', ['operator'], ['approve']),
});

/** The portal keeps the request log of third parties: each process of a service tells it once a second which requests it has answered. */
export const requestLogInternal = rows({
  recordRequests:        internal('POST', '/internal/requests', services.filter((service) => service !== 'portal')),
  /** An erased customer may be named in any of the bodies that a sandbox keeps. */
  forgetRequestBodies:   { ...internal('POST', '/internal/request-bodies/forget', ['ais-pis']), sandbox: true },
  recordRequestDetails:  { ...internal('POST', '/internal/request-details', services.filter((service) => service !== 'portal')), maxBytes: 8_388_608 },
});

/** ais-pis keeps the log of receipts: each process of a service tells it once a second what clients have read and customers approved. */
export const receiptsInternal = rows({
  recordReceipts:        { ...internal('POST', '/internal/receipts', services), maxBytes: 4_194_304 },
});

/** What third parties may sign with, assertions and proofs alike: FAPI 2.0 §5.4 without RSASSA-PKCS1, which no client of ours needs. */
export const signingAlgorithms = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** The endpoints of one issuer below its prefix, and the pages a customer sees there. */
export const issuerEndpoints = rows({
  authorize:             oauth('GET', '/authorize', 'page'),
  resumeAuthorization:   oauth('GET', '/authorize/{uid}', 'page'),
  pushAuthorization:     oauth('POST', '/par', 'token'),
  issueToken:            oauth('POST', '/token', 'token'),
  revokeToken:           oauth('POST', '/revoke', 'token'),
  publishKeys:           oauth('GET', '/jwks', 'metadata'),
  showInteraction:       { ...page('GET', '/interaction/{uid}'), interaction: 'redirect' },
  answerInteraction:     page('POST', '/interaction/{uid}'),
  watchInteraction:      { ...page('GET', '/interaction/{uid}/app-answer'), limits: 'hotRead', interaction: 'script' },
  takeAppAnswer:         oauth('POST', '/app-answers', 'page'),
  startLogin:            { ...page('GET', '/interaction/{uid}/login'), interaction: 'redirect' },
  finishLogin:           { ...page('GET', '/login'), interaction: 'redirect' },
});

/** ais-pis: the customer's own pages, with a sign-in of their own. */
export const customerPages = rows({
  showCustomer:          { ...page('GET', '/customer'), service: 'ais-pis' },
  answerCustomer:        { ...page('POST', '/customer'), service: 'ais-pis' },
  showAccess:            { ...page('GET', '/customer/access/{consentId}'), service: 'ais-pis' },
  endAccess:             { ...page('POST', '/customer/access/{consentId}'), service: 'ais-pis' },
  showPending:           { ...page('GET', '/customer/pending/{consentId}'), service: 'ais-pis' },
  answerPending:         { ...page('POST', '/customer/pending/{consentId}'), service: 'ais-pis' },
  watchPending:          { ...page('GET', '/customer/pending/{consentId}/app-answer'), limits: 'hotRead', service: 'ais-pis', interaction: 'script' },
  showAlerts:            { ...page('GET', '/customer/alerts'), service: 'ais-pis' },
  chooseAlerts:          { ...page('POST', '/customer/alerts'), service: 'ais-pis' },
  showActivity:          { ...page('GET', '/customer/activity'), service: 'ais-pis' },
  showReceipts:          { ...page('GET', '/customer/receipts'), service: 'ais-pis' },
  downloadReceipts:      { ...page('GET', '/customer/receipts/{day}'), service: 'ais-pis' },
  showPayments:          { ...page('GET', '/customer/payments'), service: 'ais-pis' },
  showPayment:           { ...page('GET', '/customer/payments/{paymentId}'), service: 'ais-pis' },
  answerPayment:         { ...page('POST', '/customer/payments/{paymentId}'), service: 'ais-pis' },
  showPendingPayment:    { ...page('GET', '/customer/payments/{paymentId}/approval'), service: 'ais-pis' },
  answerPendingPayment:  { ...page('POST', '/customer/payments/{paymentId}/approval'), service: 'ais-pis' },
  watchPendingPayment:   { ...page('GET', '/customer/payments/{paymentId}/approval/app-answer'), limits: 'hotRead', service: 'ais-pis', interaction: 'script' },
  showLimits:            { ...page('GET', '/customer/limits'), service: 'ais-pis' },
  changeLimits:          { ...page('POST', '/customer/limits'), service: 'ais-pis' },
  showMandates:          { ...page('GET', '/customer/mandates'), service: 'ais-pis' },
  showMandate:           { ...page('GET', '/customer/mandates/{resourceId}'), service: 'ais-pis' },
  answerMandate:         { ...page('POST', '/customer/mandates/{resourceId}'), service: 'ais-pis' },
  showPendingMandate:    { ...page('GET', '/customer/mandates/{resourceId}/approval'), service: 'ais-pis' },
  answerPendingMandate:  { ...page('POST', '/customer/mandates/{resourceId}/approval'), service: 'ais-pis' },
  watchPendingMandate:   { ...page('GET', '/customer/mandates/{resourceId}/approval/app-answer'), limits: 'hotRead', service: 'ais-pis', interaction: 'script' },
  startCustomerLogin:    { ...page('GET', '/customer/login/start'), service: 'ais-pis', interaction: 'redirect' },
  finishCustomerLogin:   { ...page('GET', '/customer/login'), service: 'ais-pis', interaction: 'redirect' },
});

/** ais-pis: the bank's OpenID provider says that a customer has signed out there (OpenID Connect Back-Channel Logout 1.0 §2.5). */
export const loginEndpoints = rows({
  endLogins:             { ...oauth('POST', '/customer/login/logouts', 'page'), service: 'ais-pis' },
});

/** ais-pis: logos of clients that an operator has approved, for all pages that customers see. A logo is named by its hash: its content never changes. */
export const clientLogoPages = rows({
  showClientLogo:        { ...page('GET', '/client-logos/{logo}'), limits: 'hotRead', service: 'ais-pis' },
});

/** Signing in, on whichever page: a step of a form, charged to the address besides the page itself. */
export const signInStep = { id: 'signIn', limits: 'signIn' } as const satisfies Pick<Operation, 'id' | 'limits'>;

/** Where each issuer stands, and the service that runs it. */
export const issuerHomes: Readonly<Record<'consents' | 'payments' | 'mandates' | 'cancellation', { path: string; service: Service }>> = {
  consents:     { path: '/v1.7/oauth/consents',          service: 'ais-pis' },
  payments:     { path: '/v1.7/oauth/payments',          service: 'ais-pis' },
  mandates:     { path: '/v2/oauth/mandates',            service: 'mandates' },
  cancellation: { path: '/v2/oauth/mandates/cancellation', service: 'mandates' },
};

const registration = `${issuerHomes.consents.path}/register`;

/** A client registers itself (RFC 7591) and manages what it registered (RFC 7592), in the sandbox only; at one issuer, for all four. */
export const registrationEndpoints = rows({
  registerClient:        { ...oauth('POST', registration, 'page'), service: 'ais-pis', sandbox: true },
  readRegistration:      { ...oauth('GET', `${registration}/{clientId}`, 'page'), service: 'ais-pis', sandbox: true },
  updateRegistration:    { ...oauth('PUT', `${registration}/{clientId}`, 'page'), service: 'ais-pis', sandbox: true },
  deleteRegistration:    { ...oauth('DELETE', `${registration}/{clientId}`, 'page'), service: 'ais-pis', sandbox: true },
});

/** Whether a row is an endpoint that OAuth libraries call: it refuses in their form (RFC 6749 §5.2, RFC 7591 §3.2.2). */
export const isOAuthCall = ({ kind, limits, path }: Pick<Operation, 'kind' | 'limits' | 'path'>): boolean =>
  kind === 'oauth' && (limits === 'token' || path.startsWith(registration));

/** Whether a row publishes an issuer's keys or metadata, the same for everybody: what its success says may be kept for a while. */
export const isPublished = ({ kind, limits }: Pick<Operation, 'kind' | 'limits'>): boolean =>
  kind === 'metadata' || (kind === 'oauth' && limits === 'metadata');

/** RFC 8414 §3.1: the well-known name stands before the issuer's own path; the specification's metadata operations have it behind. */
const wellKnown = oauth('GET', '/.well-known/oauth-authorization-server', 'metadata');

/** Asks nothing but a living token of this issuer from whom it is bound to: for tools that know OAuth alone, such as the FAPI conformance suite. */
const tokenStatus = oauth('GET', '/token-status', 'read');

/** "Grant Management for OAuth 2.0" (FAPI working group, draft 03): a client's own tokens with these scopes, which it must ask for. */
export const grantScopes = { readGrant: 'grant_management_query', revokeGrant: 'grant_management_revoke' } as const;
const grants = {
  readGrant: oauth('GET', '/grants/{grantId}', 'read'),
  revokeGrant: oauth('DELETE', '/grants/{grantId}', 'write'),
};

/** The endpoints of one issuer as rows of its service: `consents.issueToken` is POST /v1.7/oauth/consents/token. */
export function issuerRows(
  issuer: Issuer,
): Readonly<Record<keyof typeof issuerEndpoints | keyof typeof grants | 'readTokenStatus' | 'readMetadata', Operation>> {
  const { path, service } = issuerHomes[issuer];
  const endpoints = Object.entries(issuerEndpoints).map(([id, row]) => [id, { ...row, id: `${issuer}.${id}`, path: `${path}${row.path}`, service }]);
  const readTokenStatus = { ...tokenStatus, id: `${issuer}.readTokenStatus`, path: `${path}${tokenStatus.path}`, service, token: { issuer, kind: 'either' } };
  const readMetadata = { ...wellKnown, id: `${issuer}.readMetadata`, path: `${wellKnown.path}${path}`, service };
  const ofGrants = Object.entries(grants).map(([id, row]) => [
    id,
    { ...row, id: `${issuer}.${id}`, path: `${path}${row.path}`, service, formats: { grantId: text }, token: { issuer, kind: 'client', clientScope: grantScopes[id as keyof typeof grants] } },
  ]);
  return Object.fromEntries([...endpoints, ...ofGrants, ['readTokenStatus', readTokenStatus], ['readMetadata', readMetadata]]) as ReturnType<typeof issuerRows>;
}

/** All endpoints and pages of the issuers that a service runs. */
export const issuerRowsOf = (service: Service): Operation[] => [
  ...issuers.filter((issuer) => issuerHomes[issuer].service === service).flatMap((issuer) => Object.values(issuerRows(issuer))),
  ...(Object.values(registrationEndpoints) as Operation[]).filter((row) => row.service === service),
];

/** The resources that tell the state of the whole interface, of which a service serves these. */
export const statusRowsOf = (service: Service): Operation[] =>
  (Object.values({ ...maintenanceStatus, ...receiptStatus }) as Operation[]).filter((row) => row.service === service);

/** The pages of the bank's own that a service has. */
export const pageRowsOf = (service: Service): Operation[] =>
  (Object.values({ ...customerPages, ...loginEndpoints, ...clientLogoPages, ...sitePages, ...downloadPages, ...markdownPages, ...developerPages, ...certificatePages, ...consolePages, ...customerEditorPages, ...receiverPages, ...scenarioPages, ...objectPages }) as Operation[]).filter((row) => row.service === service);
