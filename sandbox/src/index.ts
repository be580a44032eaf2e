export { startBank, type Bank, type BankOptions } from './bank/bank.js';
export { operatorKeyIn, writeOperatorFile, type OperatorFile } from './bank/operator-file.js';
export type { Customer, CustomerResource } from './demo-bank/bank.js';
export { prepare, type Preparation } from './prepare.js';
export { addClient } from './third-party/add-client.js';
export { consented, createConsent } from './third-party/consented.js';
export { exchange, type Answered } from './third-party/exchange.js';
export { answerAs } from './third-party/scripted-customer.js';
export { ThirdParty } from './third-party/third-party.js';
