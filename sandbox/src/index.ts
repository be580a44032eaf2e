export { startBank, type Bank } from './bank/bank.js';
export type { BankOptions } from './bank/bank-options.js';
export { heapOfHost, smallHeaps } from './bank/small-heaps.js';
export { operatorKeyIn } from './bank/operator-file-content.js';
export { addClient } from './third-party/add-client.js';
export { grantConsent, createConsent } from './third-party/consented.js';
export { completeInteraction } from './third-party/scripted-customer.js';
export { ThirdParty } from './third-party/third-party.js';
