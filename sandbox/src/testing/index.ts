import './to-answer.js';

export type { CustomerResource } from '../demo-bank/bank.js';
export type { Answered } from '../third-party/exchange.js';
export { exchange } from '../third-party/exchange.js';
export { Cookies } from '../third-party/cookies.js';
export { alertOf, formsOf, titleOf } from '../third-party/forms.js';
export { answerAs } from '../third-party/scripted-customer.js';
export { addOwnClient } from '../bank/operator-file.js';
export { trustFiles } from '../ca/trust-files.js';
export { Seal, type ToSign } from '../third-party/seal.js';
export { ThirdParty } from '../third-party/third-party.js';
export { freshDatabase } from './fresh-database.js';
export { newCustomer } from './new-customer.js';
export { explainsEveryStatement } from './statements.js';
export type { TestCustomer } from './running-bank.js';
export { runningBank, RunningBank } from './running-bank.js';
export { Consented, TestClient, type Access } from './test-client.js';
export { Caller, type Sent } from './caller.js';
