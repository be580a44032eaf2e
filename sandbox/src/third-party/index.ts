export { consentRequest, createConsent, grantConsent, type ConsentOptions } from './consented.js';
export {
  exchange,
  exchangeWithinLimits,
  repeatOn,
  expectSuccess,
  type HttpResponse,
  type ExchangeOptions,
  type SentHeaders,
} from './exchange.js';
export { internalCall } from './internal-call.js';
export { completeInteraction, type CustomerChoices } from './scripted-customer.js';
export { addClient, type NewClient, createCredential, type ClientCredential } from './add-client.js';
export { approveClientLogo, clientLogoPng, clientLogos, refuseClientLogo, type ListedLogo } from './client-logos.js';
export { registeredClients, removeClient, authMethodOf, rotateClient, resumeClient, suspendClient } from './registered-clients.js';
export { findCustomers, type FoundCustomer } from './found-customers.js';
export { askErasure, checkErasure, listErasures, readErasure, type Erasure, type ErasureCheck, type ErasureStep } from './erasures.js';
export { moveClock, readClock, type ClockState } from './move-clock.js';
export { changeMandate, collect, presentCollection } from './collect.js';
export { ThirdParty } from './third-party.js';
export { Seal, type ToSign } from './seal.js';
export { Browser } from './browser.js';
export { Cookies } from './cookies.js';
export { alertOf, formsOf, titleOf } from './forms.js';
export { assertion, assertionFields } from './credentials.js';
export { requestObject, signedAnswer } from './signed-messages.js';
export { ProofKey } from './proof-key.js';
