// What tests that start parts of the bank themselves use. Apart from the main entry, because it loads the whole bank.
export { AuthorisationRegister } from '@open-banking/sandbox/authorisation-register';
export { addOwnClient } from '@open-banking/sandbox/bank';
export { SandboxCa, trustFiles } from '@open-banking/sandbox/ca';
export { RetryPolicy } from '@open-banking/sandbox/chaos';
export { generate, type Generated } from '@open-banking/sandbox/demo-bank';
export { anotherProcess, type AnotherProcess } from './another-process.js';
export { forkedService, type ForkedService } from './forked-service.js';
export { Relay } from './relay.js';
