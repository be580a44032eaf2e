export { hostService } from './hosted-service.js';
export { programOf, startService, type ServiceProcess } from './service-process.js';
export { startBank, type Bank } from './bank.js';
export type { BankOptions } from './bank-options.js';
export { startBankWithCoreBanking, type BankWithCoreBanking } from './start-bank-with-core-banking.js';
