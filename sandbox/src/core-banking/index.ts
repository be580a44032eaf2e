export { CoreBankingSystem, type CoreBankingOptions } from './core-banking-system.js';
export { coreBankingKeys } from './core-banking-keys.js';
