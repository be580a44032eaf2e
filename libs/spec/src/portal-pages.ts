import { page, rows } from './infrastructure-rows.js';
import { customerFormBytes } from './sandbox-operations.js';

/** Pages of the portal that anybody may read. */
export const sitePages = rows({
  showHome:              { ...page('GET', '/'), service: 'portal' },
  showStyle:             { ...page('GET', '/portal.css'), service: 'portal' },
  showScript:            { ...page('GET', '/portal.js'), service: 'portal' },
  showIcon:              { ...page('GET', '/favicon.ico'), service: 'portal' },
  showRobots:            { ...page('GET', '/robots.txt'), service: 'portal', interaction: 'convention' },
  showSecurityContact:   { ...page('GET', '/.well-known/security.txt'), service: 'portal', interaction: 'convention' },
  showReference:         { ...page('GET', '/reference'), service: 'portal' },
  showOperation:         { ...page('GET', '/reference/{operationId}'), service: 'portal' },
  showGuides:            { ...page('GET', '/guides'), service: 'portal' },
  showGuide:             { ...page('GET', '/guides/{guide}'), service: 'portal' },
  showErrors:            { ...page('GET', '/errors'), service: 'portal' },
  showStatus:            { ...page('GET', '/status'), service: 'portal' },
  showError:             { ...page('GET', '/errors/{code}'), service: 'portal' },
  showReading:           { ...page('GET', '/reading'), service: 'portal' },
  showVersions:          { ...page('GET', '/versions'), service: 'portal' },
  showChangelog:         { ...page('GET', '/changelog'), service: 'portal' },
  readChangelogFeed:     { ...page('GET', '/changelog.xml'), service: 'portal' },
});

/** Documents of the product as pages, and files that third parties download: documents for generators, collections of calls. */
export const downloadPages = rows({
  showDocuments:         { ...page('GET', '/docs'), service: 'portal' },
  showDocument:          { ...page('GET', '/docs/{document}'), service: 'portal' },
  showDecision:          { ...page('GET', '/docs/decisions/{document}'), service: 'portal' },
  showPort:              { ...page('GET', '/docs/ports/{document}'), service: 'portal' },
  showPicture:           { ...page('GET', '/docs/pictures/{file}'), service: 'portal' },
  showCollection:        { ...page('GET', '/collection'), service: 'portal' },
  downloadCollection:    { ...page('GET', '/collection/{file}'), service: 'portal' },
  downloadPostman:       { ...page('GET', '/postman/{file}'), service: 'portal' },
  downloadOpenApi:       { ...page('GET', '/openapi.json'), service: 'portal' },
  downloadOpenApi30:     { ...page('GET', '/openapi-3.0.json'), service: 'portal' },
  downloadProductOpenApi: { ...page('GET', '/openapi/{file}'), service: 'portal' },
});

/** The Postman collection and its environment. */
export const postmanFiles = {
  collection: downloadPages.downloadPostman.path.replace('{file}', 'open-banking.postman_collection.json'),
  environment: downloadPages.downloadPostman.path.replace('{file}', 'open-banking.postman_environment.json'),
} as const;

/**
 * Pages as Markdown, for software that reads documentation: llms.txt (https://llmstxt.org) lists them. A page with a parameter in its path
 * has no row here: its own takes `.md` behind the parameter.
 */
export const markdownPages = rows({
  showLlms:              { ...page('GET', '/llms.txt'), service: 'portal' },
  readReference:         { ...page('GET', '/reference.md'), service: 'portal' },
  readGuides:            { ...page('GET', '/guides.md'), service: 'portal' },
  readErrors:            { ...page('GET', '/errors.md'), service: 'portal' },
  readReading:           { ...page('GET', '/reading.md'), service: 'portal' },
  readVersions:          { ...page('GET', '/versions.md'), service: 'portal' },
  readChangelog:         { ...page('GET', '/changelog.md'), service: 'portal' },
  readCollection:        { ...page('GET', '/collection.md'), service: 'portal' },
  readDocuments:         { ...page('GET', '/docs.md'), service: 'portal' },
});

/** Pages of the portal on which developers manage what is theirs. */
export const developerPages = rows({
  showDeveloper:         { ...page('GET', '/developer'), service: 'portal' },
  answerDeveloper:       { ...page('POST', '/developer'), service: 'portal' },
  showSignUp:            { ...page('GET', '/developer/sign-up'), service: 'portal' },
  answerSignUp:          { ...page('POST', '/developer/sign-up'), service: 'portal' },
  showConfirmation:      { ...page('GET', '/developer/confirmation'), service: 'portal', interaction: 'message' },
  showRequests:          { ...page('GET', '/developer/requests'), service: 'portal' },
  showRequest:           { ...page('GET', '/developer/requests/{requestId}'), service: 'portal' },
  showNotifications:     { ...page('GET', '/developer/notifications'), service: 'portal' },
  showNotification:      { ...page('GET', '/developer/notifications/{notificationId}'), service: 'portal' },
  answerNotification:    { ...page('POST', '/developer/notifications/{notificationId}'), service: 'portal' },
  answerConfirmation:    { ...page('POST', '/developer/confirmation'), service: 'portal' },
  showAction:            { ...page('GET', '/developer/actions/{actionId}'), service: 'portal', interaction: 'redirect' },
  showAccount:           { ...page('GET', '/developer/account'), service: 'portal' },
  answerAccount:         { ...page('POST', '/developer/account'), service: 'portal' },
  showPasswordReset:     { ...page('GET', '/developer/password-reset'), service: 'portal' },
  answerPasswordReset:   { ...page('POST', '/developer/password-reset'), service: 'portal' },
  showNewPassword:       { ...page('GET', '/developer/new-password'), service: 'portal', interaction: 'message' },
  answerNewPassword:     { ...page('POST', '/developer/new-password'), service: 'portal' },
  openSandboxAccount:    { ...page('POST', '/developer/sandbox-account'), service: 'portal', sandbox: true },
  showReopening:         { ...page('GET', '/developer/reopening'), service: 'portal', sandbox: true, interaction: 'message' },
  answerReopening:       { ...page('POST', '/developer/reopening'), service: 'portal', sandbox: true },
  showNewClient:         { ...page('GET', '/developer/clients/new'), service: 'portal' },
  answerNewClient:       { ...page('POST', '/developer/clients/new'), service: 'portal' },
  showClient:            { ...page('GET', '/developer/clients/{clientId}'), service: 'portal' },
  answerClient:          { ...page('POST', '/developer/clients/{clientId}'), service: 'portal' },
  showClientUsage:       { ...page('GET', '/developer/clients/{clientId}/usage.svg'), service: 'portal' },
  answerClientLogo:      { ...page('POST', '/developer/clients/{clientId}/logo'), service: 'portal' },
  showOwnClientLogo:     { ...page('GET', '/developer/clients/{clientId}/logos/{logo}'), service: 'portal' },
});

/** Pages of the portal on which the sandbox's authority gives clients certificates. */
export const certificatePages = rows({
  showCertificates:      { ...page('GET', '/developer/clients/{clientId}/certificates'), service: 'portal', sandbox: true },
  answerCertificates:    { ...page('POST', '/developer/clients/{clientId}/certificates'), service: 'portal', sandbox: true },
});

/** Pages of the portal for the sandbox's scenarios: keys, and the acts as buttons. */
export const scenarioPages = rows({
  showScenarios:         { ...page('GET', '/developer/scenarios'), service: 'portal', sandbox: true },
  answerScenarios:       { ...page('POST', '/developer/scenarios'), service: 'portal', sandbox: true },
});

/** Pages of the portal on which a developer makes customers of the sandbox, edits their data, and lets money come in. */
export const customerEditorPages = rows({
  showSandboxCustomers:  { ...page('GET', '/developer/customers'), service: 'portal', sandbox: true },
  answerSandboxCustomers: { ...page('POST', '/developer/customers'), service: 'portal', sandbox: true },
  showSandboxCustomer:   { ...page('GET', '/developer/customers/{customerId}'), service: 'portal', sandbox: true },
  answerSandboxCustomer: { ...page('POST', '/developer/customers/{customerId}'), service: 'portal', sandbox: true, maxBytes: customerFormBytes },
});

/** Pages of the portal on which a developer tries operations as a third party, with customers of the sandbox. */
export const consolePages = rows({
  showConsoleScript:     { ...page('GET', '/developer/console.js'), service: 'portal', sandbox: true },
  showConsole:           { ...page('GET', '/developer/console'), service: 'portal', sandbox: true },
  answerConsole:         { ...page('POST', '/developer/console'), service: 'portal', sandbox: true },
  showConsoleOperation:  { ...page('GET', '/developer/console/operations/{operationId}'), service: 'portal', sandbox: true },
  answerConsoleOperation: { ...page('POST', '/developer/console/operations/{operationId}'), service: 'portal', sandbox: true },
  showConsoleCallback:   { ...page('GET', '/developer/console/callback'), service: 'portal', sandbox: true, interaction: 'redirect' },
  showConsoleStatus:     { ...page('GET', '/developer/console/status'), service: 'portal', sandbox: true, interaction: 'redirect' },
});

/**
 * Receivers for trying out: a redirect URI to which customers return, and an address for notifications for each client, with pages on which
 * its developer sees what has arrived there.
 */
export const receiverPages = rows({
  showReturn:            { ...page('GET', '/receiver'), service: 'portal', sandbox: true, interaction: 'redirect' },
  receiveNotification:   { ...page('POST', '/receiver/{receiverId}'), service: 'portal', sandbox: true },
  showReceivers:         { ...page('GET', '/developer/receivers'), service: 'portal', sandbox: true },
  showReceiver:          { ...page('GET', '/developer/receivers/{clientId}'), service: 'portal', sandbox: true },
  answerReceiver:        { ...page('POST', '/developer/receivers/{clientId}'), service: 'portal', sandbox: true },
});

/** Pages of the portal with the consents, payments and mandates of a developer's clients, and what can be done to them in the sandbox. */
export const objectPages = rows({
  showDeveloperConsents: { ...page('GET', '/developer/consents'), service: 'portal', sandbox: true },
  showDeveloperConsent:  { ...page('GET', '/developer/consents/{consentId}'), service: 'portal', sandbox: true },
  answerDeveloperConsent: { ...page('POST', '/developer/consents/{consentId}'), service: 'portal', sandbox: true },
  showDeveloperPayments: { ...page('GET', '/developer/payments'), service: 'portal', sandbox: true },
  showDeveloperPayment:  { ...page('GET', '/developer/payments/{paymentId}'), service: 'portal', sandbox: true },
  answerDeveloperPayment: { ...page('POST', '/developer/payments/{paymentId}'), service: 'portal', sandbox: true },
  showDeveloperMandates: { ...page('GET', '/developer/mandates'), service: 'portal', sandbox: true },
  showDeveloperMandate:  { ...page('GET', '/developer/mandates/{resourceId}'), service: 'portal', sandbox: true },
  answerDeveloperMandate: { ...page('POST', '/developer/mandates/{resourceId}'), service: 'portal', sandbox: true },
});
