import './to-answer.js';

export type { CustomerResource } from '@open-banking/installation/customers-file';
export type { HttpResponse } from '@open-banking/operator-client';
export { exchange, exchangeWithinLimits, repeatOn } from '@open-banking/operator-client';
export {
  addClient,
  alertOf,
  assertion,
  assertionFields,
  Browser,
  completeInteraction,
  consentRequest,
  Cookies,
  createConsent,
  createCredential,
  formsOf,
  ProofKey,
  requestObject,
  Seal,
  signedAnswer,
  ThirdParty,
  titleOf,
  type ToSign,
} from '@open-banking/sandbox/third-party';
export { Chance } from '@open-banking/simulators/chance';
export { NotificationReceiver, type ReceivedNotification } from './receiver.js';
export { ApprovalApp, type AppRequest } from './approval-app.js';
export { TraceReceiver, type ReceivedSpan } from './trace-receiver.js';
export { tableIn } from './page-table.js';
export { WorkspaceCopy } from './workspace-copy.js';
export { provokedDeadlocks } from './provoked-deadlocks.js';
export { daysAgo, inDays } from './bank-day.js';
export { ownAddress } from './own-address.js';
export { aMaskedPan } from './a-masked-pan.js';
export { TestFeed, type FeedLine } from './test-feed.js';
export { newCustomer } from './new-customer.js';
export type { TestCustomer } from './test-customer.js';
export { runningBank, RunningBank } from './running-bank.js';
export { changeMandate, collect, presentCollection } from '@open-banking/operator-client';
export { internalCall } from '@open-banking/operator-client';
export { approveClientLogo, clientLogos, refuseClientLogo } from '@open-banking/operator-client';
export { registeredClients, removeClient, resumeClient, rotateClient, suspendClient } from '@open-banking/operator-client';
export type { BankWithClock } from './bank-with-clock.js';
export { freshBank, leasedBank, type LeasedBank } from './leased-bank.js';
export { killableBank, ownBank, OwnBank } from './own-bank.js';
export { ConsentedCaller, referenceOf, TestClient, type Access } from './test-client.js';
export { Caller, type RequestOptions } from './caller.js';
export { temporaryFolder } from './temporary-folder.js';
export { eventLoopTurnsDuring } from './event-loop-turns.js';
export { until } from './until.js';
export { generousTimeouts } from './generous-timeouts.js';
export { readableTexts, unreadableTexts } from './unreadable-texts.js';
