export {
  exchange,
  exchangeForm,
  exchangeWithinLimits,
  expectSuccess,
  reachAt,
  repeatOn,
  type ExchangeOptions,
  type HttpResponse,
  type Sendable,
  type SentHeaders,
} from './exchange.js';
export { pageRetries, repeatingWhileBusy, type PageRetries } from './busy-bank.js';
export { internalCall } from './internal-call.js';
export { addClient, createCredential, type ClientCertificates, type ClientCredential, type NewClient } from './add-client.js';
export { approveClientLogo, clientLogoPng, clientLogos, refuseClientLogo } from './client-logos.js';
export { registeredClients, removeClient, authMethodOf, rotateClient, resumeClient, suspendClient } from './registered-clients.js';
export { findCustomers } from './found-customers.js';
export { askErasure, checkErasure, listErasures, readErasure } from './erasures.js';
export { moveClock, readClock } from './move-clock.js';
export { changeMandate, collect, presentCollection } from './collect.js';
export { trustAuthorityOf } from './sandbox-authority.js';
