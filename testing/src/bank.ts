// Exports for tests that start parts of the bank themselves, apart from the main entry. Nothing here loads the bank into the test's own
// process: its modules take 1.5 s of processor time a test file (./sandbox.ts has those that do).
export { announced } from '@open-banking/installation/addresses';
export {
  customerClaim,
  customerScope,
  loginClientKey,
  loginIssuer,
  loginSettings,
  startLoginProvider,
  type LoginFault,
  type LoginProviderProcess,
} from '@open-banking/simulators/login-provider';
export { freePorts } from '@open-banking/installation/ports';
export { openDataFolder } from '@open-banking/installation/data-folder';
export { addOwnClient } from '@open-banking/installation/operator-file';
export { compileCacheOf } from '@open-banking/sandbox/service-process';
export { trustFiles } from '@open-banking/simulators/trust-files';
export { anotherProcess, type AnotherProcess } from './another-process.js';
export { anotherService, type AnotherService } from './another-service.js';
export { forkedService, type ForkedService } from './forked-service.js';
export { preparedFolder } from './prepared-folder.js';
export { Relay } from './relay.js';
